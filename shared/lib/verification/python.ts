import type { VerificationSnippet } from './snippet.ts';

const isSigned = (variable: string): string => `SECRET = os.environ["${variable}"].encode()
if not SECRET:
    raise RuntimeError("${variable} is empty.")


def is_signed(raw_body: bytes, header: str) -> bool:
    digest = hmac.new(SECRET, raw_body, hashlib.sha1).hexdigest()
    # As bytes: compare_digest rejects non-ASCII strings.
    return hmac.compare_digest(digest.encode(), header.encode())`;

export const pythonSnippets: readonly VerificationSnippet[] = [
  {
    id: 'flask',
    title: 'Flask',
    language: 'python',
    file: 'receiver.py',
    install: 'pip install flask',
    code: (variable) => `import hashlib
import hmac
import json
import os

from flask import Flask, request

${isSigned(variable)}


app = Flask(__name__)


@app.post("/webhook")
def webhook():
    # The raw bytes, not request.json.
    raw_body = request.get_data()
    if not is_signed(raw_body, request.headers.get("X-Signature", "")):
        return "", 401
    event = json.loads(raw_body)
    print(event["type"])
    return "", 200


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "3000")))
`,
  },
  {
    id: 'fastapi',
    title: 'FastAPI',
    language: 'python',
    file: 'receiver.py',
    install: 'pip install fastapi uvicorn',
    code: (variable) => `import hashlib
import hmac
import json
import os

import uvicorn
from fastapi import FastAPI, Request, Response

${isSigned(variable)}


app = FastAPI()


@app.post("/webhook")
async def webhook(request: Request) -> Response:
    # The raw bytes, not a model and not request.json().
    raw_body = await request.body()
    if not is_signed(raw_body, request.headers.get("x-signature", "")):
        return Response(status_code=401)
    event = json.loads(raw_body)
    print(event["type"])
    return Response(status_code=200)


if __name__ == "__main__":
    uvicorn.run(app, port=int(os.environ.get("PORT", "3000")))
`,
  },
  {
    id: 'django',
    title: 'Django',
    language: 'python',
    file: 'views.py',
    install: 'pip install django',
    code: (variable) => `import hashlib
import hmac
import json
import os

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

${isSigned(variable)}


# In urls.py: path("webhook", views.webhook)
@csrf_exempt
@require_POST
def webhook(request: HttpRequest) -> HttpResponse:
    # The raw bytes, not request.POST.
    raw_body = request.body
    if not is_signed(raw_body, request.headers.get("X-Signature", "")):
        return HttpResponse(status=401)
    event = json.loads(raw_body)
    print(event["type"])
    return HttpResponse(status=200)
`,
  },
];
