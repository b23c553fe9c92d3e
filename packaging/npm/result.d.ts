/** A file that was made. */
export interface MadeFile {
  name: string;
  bytes: Uint8Array;
}

/** What was made of a design. */
export interface Made {
  /** `done`; `no`: no tiling exists; `stopped`: a limit was reached. */
  end: "done" | "no" | "stopped";
  /** The files that the program writes, byte for byte. */
  files: MadeFile[];
  /** All of them as one ZIP archive. */
  zip: Uint8Array;
  /** Everything that was decided, one plan for each product. */
  plan: unknown[];
  /** The same in words, as parts with their lines. */
  words: unknown[];
  /** Each product with its numbers and its text. */
  made: { product: string; end: string; summary: unknown; text: string }[];
  /** The first 60 tilings that were found, as records. */
  tilings: unknown[];
}

export interface MakeOptions {
  /** What is done now (`text`), or how far a search is (`nodes`, `tilings`, `share`, `seconds`). */
  onProgress?: (progress: { text?: string; nodes?: number; tilings?: string; share?: number; seconds?: number }) => void;
  /** What is worth knowing about the result. */
  onNote?: (note: { kind: string; text: string }) => void;
  /** Stops it: its worker is ended. */
  signal?: AbortSignal;
}

/** Why a design cannot be made. */
export class PieceworkError extends Error {
  errors: { code?: string; message: string; hint?: string; pointer?: string }[];
}

/** Makes a design, in a worker. */
export function make(design: Design, options?: MakeOptions): Promise<Made>;
