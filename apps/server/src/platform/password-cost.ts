/** Argon2id parameters for passwords. */
export interface PasswordCost {
  /** Kilobytes. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** About 20 MB and two passes, OWASP's second choice for Argon2id: affordable many times a second on two cores. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
