/** `partner-card/sandbox`: the complete specified service, to test against. */
export { createSandbox, type HandledRequest, type Sandbox, type SandboxOptions } from "./app.ts";
export { type Choices, choose, defaultChoices, parseChoice, questions } from "./choices.ts";
export { createClock, type TurnableClock } from "./clock.ts";
export { type Fault, faultNamed, faults } from "./faults.ts";
export { type Served, type ServeOptions, serve } from "./serve.ts";
export {
  type ServedSandbox,
  type StartedSandbox,
  type StartOptions,
  serveSandbox,
  startSandbox,
} from "./start.ts";
