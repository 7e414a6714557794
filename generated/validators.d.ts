// Written by `npm run generate` from openapi/. Do not edit.

/** One way in which a value differs from its schema. */
export interface SchemaError {
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tells whether a value fits a schema; the differences of the last call are in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export declare const CardId: Validator;
export declare const HolderId: Validator;
export declare const Card: Validator;
export declare const CardHolder: Validator;
export declare const CardLimits: Validator;
export declare const CardList: Validator;
export declare const LimitsPatch: Validator;
export declare const LimitsReplacement: Validator;
export declare const TokenRequest: Validator;
export declare const TokenResponse: Validator;
export declare const ErrorBody: Validator;
export declare const TokenRefused: Validator;
export declare const Refused: Validator;
export declare const LimitsReplaced: Validator;
export declare const LimitsUpdated: Validator;

/** Every validator by the name of its schema. */
export declare const validators: Readonly<Record<SchemaName, Validator>>;

/** Name of a schema of the description: a component, or the body, the response or the parameter that it stands in. */
export type SchemaName = "CardId" | "HolderId" | "Card" | "CardHolder" | "CardLimits" | "CardList" | "LimitsPatch" | "LimitsReplacement" | "TokenRequest" | "TokenResponse" | "ErrorBody" | "TokenRefused" | "Refused" | "LimitsReplaced" | "LimitsUpdated";
