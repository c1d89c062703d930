declare module '../../platform/db/tables.ts' {
  interface Tables {
    'ussd.answer': { step: Buffer; text: string; at: Date }
  }
}

export {}
