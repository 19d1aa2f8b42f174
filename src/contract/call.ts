import { Type, type Static, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'

/** One call of the interface: its request (query, path and body as one object) and its reply on success. */
export interface Call<Request extends TSchema = TSchema, Reply extends TSchema = TSchema> {
  request: Request
  reply: Reply
}

/** Declares a call. Every successful reply carries `success: true` (1§7). */
export function call<Request extends TProperties, Reply extends TProperties>(request: Request, reply: Reply) {
  return {
    request: Type.Object(request, { additionalProperties: false }) as TObject<Request>,
    reply: Type.Object({ success: Type.Literal(true), ...reply }) as TObject<
      { success: ReturnType<typeof Type.Literal<true>> } & Reply
    >,
  }
}

export type RequestOf<C> = C extends Call<infer Request> ? Static<Request> : never
export type ReplyOf<C> = C extends Call<TSchema, infer Reply> ? Static<Reply> : never

/** A nullable schema. Such a field is null for "none"; its key is never missing on the wire. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** A union of string literals for an enumeration on the wire. */
export function oneOf<const T extends readonly string[]>(...values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: values })
}

/** An identifier: a JSON number; 0 is the own root (decisions 43). */
export const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** `file_12`, `folder_12` or `department_3` (1§3). */
export const TypedId = Type.Unsafe<`${'file' | 'folder' | 'department'}_${number}`>({
  type: 'string',
  pattern: '^(file|folder|department)_[0-9]{1,15}$',
})
/** Anything that the frequent space can hold (decisions 4.22). */
export const FavouriteId = Type.Unsafe<`${'file' | 'folder' | 'department' | 'external_enterprise'}_${number}`>({
  type: 'string',
  pattern: '^(file|folder|department|external_enterprise)_[0-9]{1,15}$',
})
/** An external enterprise, or an external personal user: `enterprise_7`, `user_9` (RT-02). */
export const ExternalId = Type.Unsafe<`${'enterprise' | 'user'}_${number}`>({
  type: 'string',
  pattern: '^(enterprise|user)_[0-9]{1,15}$',
})
/** Seconds since 1970. */
export const Seconds = Type.Integer({ minimum: 0 })
export const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
