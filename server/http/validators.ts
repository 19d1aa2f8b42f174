import AjvCompiler from '@fastify/ajv-compiler'
import type { TSchema } from '@sinclair/typebox'

/** Whether a value matches a schema; `errors` say why not. Fills in defaults and removes fields that the schema does not name. */
export interface Validate {
  (value: unknown): boolean
  errors?: { instancePath?: string; params?: { missingProperty?: unknown } }[] | null
}

const build = AjvCompiler()
const usual = { useDefaults: true, removeAdditional: true }

/** For a JSON body: refuses a value of another type, never converts it. */
export const validateBody = compiler(false)
/** For a query, where every value is text: converts it to the number or boolean that the schema asks for. */
export const validateQuery = compiler(true)

/** Compiles each schema on first use, once for all servers of a process. */
function compiler(coerceTypes: boolean): (schema: TSchema) => Validate {
  const compile = build({}, { customOptions: { ...usual, coerceTypes } })
  const compiled = new WeakMap<TSchema, Validate>()
  return (schema) => {
    const validate = compiled.get(schema) ?? (compile({ schema } as never) as Validate)
    compiled.set(schema, validate)
    return validate
  }
}
