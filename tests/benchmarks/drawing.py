"""Growth curves: time over number of items, a picture for each operation."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.results import Results

_COLUMNS = 3


def draw(results: Results, file: Path) -> str | None:
    """Draw all that was measured at several sizes.

    Args:
        results: The figures.
        file: The PNG to write.

    Returns:
        Why it could not be drawn, or None.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - takes long, and is for this alone
    except ImportError:
        return "no curves were drawn: matplotlib is not installed"
    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415 - it needs the line before
    from matplotlib.lines import Line2D  # noqa: PLC0415 - the same

    drawn = list(results.exponents())
    operations = list(dict.fromkeys(operation for operation, _, _ in drawn))
    rows = max(1, -(-len(operations) // _COLUMNS))
    figure, axes = plt.subplots(
        rows, _COLUMNS, figsize=(5 * _COLUMNS, 3.6 * rows), squeeze=False
    )
    stores = list(dict.fromkeys(store for _, store, _ in drawn))
    for axis in axes.flat[len(operations) :]:
        axis.remove()
    for axis, operation in zip(axes.flat, operations, strict=False):
        for number, store in enumerate(stores):
            if sizes := results.sizes(operation, store):
                times = [results.figures[operation, size][store] for size in sizes]
                axis.loglog(sizes, times, "o-", color=f"C{number}", label=store)
        axis.set(title=operation, xlabel="items", ylabel="ms")
        axis.grid(visible=True, alpha=0.3)
    handles = [Line2D([], [], color=f"C{n}", marker="o") for n in range(len(stores))]
    figure.legend(handles, stores, loc="outside upper center", ncols=4)
    figure.set_layout_engine("constrained")
    figure.savefig(file, dpi=110)
    plt.close(figure)
    return None
