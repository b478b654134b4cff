"""Signs a user in with Authlib, which knows only the issuer: prints the URL to open, and reads the redirect."""
import json
import sys
from urllib.parse import parse_qs, urlsplit

from authlib.integrations.base_client.sync_app import BaseApp, OAuth2Mixin
from authlib.integrations.base_client.sync_openid import OpenIDMixin
from authlib.integrations.requests_client import OAuth2Session


class App(OAuth2Mixin, OpenIDMixin, BaseApp):
    client_cls = OAuth2Session


issuer, client_id, client_secret, redirect_uri = sys.argv[1:]
app = App(
    None,
    client_id=client_id,
    client_secret=client_secret,
    server_metadata_url=f'{issuer}/.well-known/openid-configuration',
    client_kwargs={'scope': 'openid profile email', 'code_challenge_method': 'S256'},
)
begun = app.create_authorization_url(redirect_uri)
print(begun['url'], flush=True)
response = {name: value for name, [value] in parse_qs(urlsplit(input()).query).items()}
assert response['state'] == begun['state'] and response['iss'] == issuer
token = app.fetch_access_token(
    redirect_uri, code=response['code'], code_verifier=begun['code_verifier']
)
claims = app.parse_id_token(token, nonce=begun['nonce'])
user = app.userinfo(token=token)
assert user['sub'] == claims['sub']
print(json.dumps(user))
