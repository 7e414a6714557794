/** Process that calls the API with a token from Redis: `node redis-process.ts BASE_URL REDIS_PORT CALLS`. */
import { createClient } from "../client/client.ts";
import { listPath } from "./cards.ts";
import { testSecret } from "./client.ts";
import { redisStore } from "./redis.ts";

const [baseUrl = "", port, calls] = process.argv.slice(2);
const tokenStore = redisStore(Number(port));
const client = createClient({ baseUrl, clientId: "partner-1", clientSecret: testSecret, tokenStore });
await Promise.all(Array.from({ length: Number(calls) }, () => client.GET(listPath)));
tokenStore.close();
