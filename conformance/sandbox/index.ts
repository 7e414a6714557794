/** `partner-card/sandbox`: the whole specified service, to test against. */
export { createSandbox, type Sandbox, type SandboxOptions } from "./app.ts";
export { type Choices, choose, defaultChoices, parseChoice, questions } from "./choices.ts";
export { createClock, type TurnableClock } from "./clock.ts";
export { type Fault, faultNamed, faults } from "./faults.ts";
export { type Served, serve } from "./serve.ts";
export { type StartedSandbox, type StartOptions, startSandbox } from "./start.ts";
