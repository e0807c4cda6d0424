"""The least that Django needs to serve the view."""
import os
from wsgiref.simple_server import make_server

from django.conf import settings

settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="of the test")

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import path  # noqa: E402

application = get_wsgi_application()

import views  # noqa: E402

urlpatterns = [path("webhook", views.webhook)]

make_server("127.0.0.1", int(os.environ["PORT"]), application).serve_forever()
