"""A server of chat completions on this machine that answers as it is told, also wrongly."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Request = dict[str, Any]
Answer = Callable[["Handler", Request], None]


class Handler(BaseHTTPRequestHandler):
    """Reads one request and has it answered."""

    server: Server

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        request = json.loads(self.rfile.read(length))
        self.server.requests.append(request)
        try:
            self.server.answer(self, request)
        except (BrokenPipeError, ConnectionResetError):  # nobody waits any more
            return

    def log_message(self, *args: Any) -> None:
        """Say nothing."""

    def send(self, status: int, body: str, kind: str = "application/json") -> None:
        """Send a whole response."""
        data = body.encode()
        self.send_response(status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Server(ThreadingHTTPServer):
    """What was asked, and what is answered."""

    daemon_threads = True

    def __init__(self, answer: Answer, headers: dict[str, str]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.headers = headers
        self.requests: list[Request] = []
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        """What an OpenAI client takes for its `base_url`."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


@contextmanager
def serving(answer: Answer, **headers: str) -> Iterator[Server]:
    """A server while it is needed; who still waits for it then is let go."""
    server = Server(answer, {k.replace("_", "-"): v for k, v in headers.items()})
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def completion(content: Any, finish: str = "stop", **message: Any) -> str:
    """The body of a response with one message."""
    return json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "wrong-1",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish,
                    "message": {"role": "assistant", "content": content, **message},
                }
            ],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
    )


def says(content: Callable[[Request], Any], finish: str = "stop", **more: Any) -> Answer:
    """Answers each request with a message."""

    def answer(handler: Handler, request: Request) -> None:
        handler.send(200, completion(content(request), finish, **more))

    return answer


def fails(status: int, body: str) -> Answer:
    """Answers each request with an error."""
    return lambda handler, _: handler.send(status, body)


def is_silent(handler: Handler, request: Request) -> None:
    """Takes the request and says nothing for a minute, or until nobody waits any more."""
    del request
    handler.server.closing.wait(60)


def breaks_off(handler: Handler, request: Request) -> None:
    """Begins a stream and ends it in the middle of an event."""
    del request
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "wrong-1"}
    delta = {"index": 0, "delta": {"role": "assistant", "content": '{"sentences": ["Zanz'}}
    event = f"data: {json.dumps(chunk | {'choices': [delta]})}\n\ndata: {{".encode()
    handler.wfile.write(f"{len(event):x}\r\n".encode() + event)
    handler.close_connection = True


def takes_no_schema(otherwise: Answer) -> Answer:
    """Refuses requests with a schema, as many small servers do."""

    def answer(handler: Handler, request: Request) -> None:
        if "response_format" in request:
            said = {"message": "'response_format' is not supported", "code": 400}
            handler.send(400, json.dumps({"error": said}))
        else:
            otherwise(handler, request)

    return answer
