"""A session of requests whose connections send again by themselves: urllib3 does so with any method it is told to."""
import base64, json, os, subprocess, time, uuid

import requests
from urllib3.util.retry import Retry

env = os.environ
base = env["PARTNER_CARD_BASE_URL"]
session = requests.Session()
resending = Retry(total=2, backoff_factor=0, allowed_methods=None, status=0, raise_on_status=False)
session.mount("http://", requests.adapters.HTTPAdapter(max_retries=resending))


def sign_in():
    form = {
        "grant_type": "client_credentials",
        "client_id": env["PARTNER_CARD_CLIENT_ID"],
        "client_secret": env["PARTNER_CARD_CLIENT_SECRET"],
        "scope": "cards:read cards:write transfers:read transfers:write",
    }
    answer = session.post(base + "/v1/oauth/token", data=form)
    session.headers["Authorization"] = "Bearer " + answer.json()["access_token"]


def read_list(task):
    cards, query = [], {"limit": task["limit"]} if "limit" in task else {}
    while True:
        answer = session.get(base + "/v1/card", params=query)
        if not answer.ok:
            return {"result": "error"}
        page = answer.json()
        cards += [card["id"] for card in page["cards"]]
        if page.get("nextCursor") is None:
            return {"result": "ok", "cards": cards}
        query["cursor"] = page["nextCursor"]


def write(task):
    method, path, now = task["do"].upper(), f"/v1/card/{task['card']}/limits", str(int(time.time()))
    command = ["openssl", "dgst", "-sha256", "-sign", env["PARTNER_CARD_SIGNING_KEY"]]
    signed = subprocess.run(command, input=(method + path + now).encode(), capture_output=True, check=True).stdout
    headers = {
        "Content-Type": "application/merge-patch+json",
        "Idempotency-Key": str(uuid.uuid4()),
        "X-Service-Request-Timestamp": now,
        "X-Service-Signature": base64.b64encode(signed).decode(),
    }
    try:
        answer = session.request(method, base + path, headers=headers, data=json.dumps(task["limits"]))
    except requests.RequestException:
        return {"result": "error", "outcome": "unknown"}
    return {"result": "ok"} if answer.ok else {"result": "error", "outcome": "rejected"}


sign_in()
task = json.loads(env["PARTNER_CARD_TASK"])
for one in task.get("tasks", [task]):
    outcome = read_list(one) if one["do"] == "list" else write(one)
    print(json.dumps({"partnerCard": 1, "task": one["task"], **outcome}))
