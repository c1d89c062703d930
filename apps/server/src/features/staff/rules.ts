/** What an operator's password costs to check; argon2id. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
