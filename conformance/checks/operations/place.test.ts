import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Arguments } from "./arguments.ts";
import { placeOf } from "./place.ts";
import { operation, writingRun } from "./testing.ts";

const listing = {
  ...{ items: "/rooms", id: { pointer: "/id", schema: null }, pageSize: null },
  ...{ parameter: "after", cursor: "/next" },
};

/** What is found for bookings of rooms, each of which answers with a status of its own, by the day that is asked for. */
async function placed(
  answer: (room: string, day: string) => number,
  { rooms = ["R1", "R2", "R3"], own }: { rooms?: readonly string[]; own?: Arguments } = {},
) {
  const list = operation({ id: "listRooms", path: "/v1/room", listing });
  const book = operation(
    {
      ...{ id: "book", method: "POST", path: "/v1/room/{id}/booking", mediaType: "application/json" },
      responses: { "201": null, "409": null },
      bindings: { id: { operation: "listRooms", pointer: "/rooms/0/id" } },
    },
    [{ day: "2031-03-04" }],
  );
  const description = {
    operations: { ...list.description.operations, ...book.description.operations },
    samples: { ...list.description.samples, ...book.description.samples },
  };
  const asked: string[] = [];
  const run = writingRun(async (_: string, call: Call) => {
    if (String(call.operation) === "listRooms")
      return exchange({ body: { rooms: rooms.map((id) => ({ id })), next: null } });
    const { path = {}, body } = call;
    const [room, { day }] = [String(Object.values(path)[0]), body as { day: string }];
    asked.push(`${room} ${day.slice(5)}`);
    return exchange({ operation: null, status: answer(room, day) });
  });
  const { args, isUsedUp } = await placeOf(run, { row: book.row, description }, own);
  return { room: args.path.id, isUsedUp, asked };
}

test("what is accepted again for the same item does not use it up", async () => {
  const { asked, ...found } = await placed(() => 201);
  assert.deepEqual(found, { room: "R3", isUsedUp: false });
  assert.deepEqual(asked, ["R3 03-04", "R3 03-04"]);
});

test("where one item refuses what others take, one of these is taken", async () => {
  const { asked, ...found } = await placed((room) => (room === "R1" ? 201 : 422));
  assert.deepEqual(found, { room: "R1", isUsedUp: false });
  assert.deepEqual(asked.slice(0, 3), ["R3 03-04", "R2 03-04", "R1 03-04"]);
});

test("what is in conflict the second time is asked for with other values, and then is not used up", async () => {
  const taken = new Set<string>();
  const bookable = (_: string, day: string) => {
    if (taken.has(day)) return 409;
    taken.add(day);
    return 201;
  };
  const { asked, ...found } = await placed(bookable);
  assert.deepEqual(found, { room: "R3", isUsedUp: false });
  assert.deepEqual(asked, ["R3 03-04", "R3 03-04", "R3 03-11"]);
});

test("what is in conflict again whatever its values are is used up", async () => {
  const used = new Set<string>();
  const once = (room: string) => {
    if (used.has(room)) return 409;
    used.add(room);
    return 201;
  };
  assert.equal((await placed(once)).isUsedUp, true);
});

test("a token, or a path, that is refused is so for all items", async () => {
  const { asked, ...found } = await placed(() => 403);
  assert.deepEqual(found, { room: "R3", isUsedUp: false });
  assert.deepEqual(new Set(asked), new Set(["R3 03-04"]));
});

test("of what this run has created, no other item is tried, and what is refused once is used up", async () => {
  const own = { path: { id: "OWN" }, query: {}, isLive: true };
  const { asked, ...found } = await placed(() => 422, { own });
  assert.deepEqual(found, { room: "OWN", isUsedUp: true });
  assert.deepEqual(asked, ["OWN 03-04"]);
});
