/** The program with which tests start others in copies of the repository: launch.ts, as one file. */
import { bundledScript } from "./started-testing.ts";

/** Its path, to be run by Node. */
export const launcher: string = await bundledScript("kit/launch");
