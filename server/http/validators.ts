import AjvCompiler from '@fastify/ajv-compiler'
import type { TSchema } from '@sinclair/typebox'

/** Whether a value is what a schema describes; `errors` say why not. Fills in defaults and drops what the schema does not name. */
export interface Validate {
  (value: unknown): boolean
  errors?: { instancePath?: string; params?: { missingProperty?: unknown } }[] | null
}

const build = AjvCompiler()
const usual = { useDefaults: true, removeAdditional: true }

/** Of a JSON body: a value of another type is refused, never made fit. */
export const validateBody = compiler(false)
/** Of a query: everything in it is text, and is read as the number or the truth value that the schema asks for. */
export const validateQuery = compiler(true)

/** Compiles a schema when it is first needed, once for all servers of a process. */
function compiler(coerceTypes: boolean): (schema: TSchema) => Validate {
  const compile = build({}, { customOptions: { ...usual, coerceTypes } })
  const compiled = new WeakMap<TSchema, Validate>()
  return (schema) => {
    const validate = compiled.get(schema) ?? (compile({ schema } as never) as Validate)
    compiled.set(schema, validate)
    return validate
  }
}
