import { Type, type TObject, type TProperties } from '@sinclair/typebox'
import { oneOf } from '../call'

/** Declares a call of the open platform. Its replies carry no `success`; its refusals carry an HTTP status. */
export function openCall<Request extends TProperties, Reply extends TProperties>(request: Request, reply: Reply) {
  return { request: requestOf(request), reply: Type.Object(reply) as TObject<Reply> }
}

/** As openCall, with bytes as the answer. */
export function openBytes<Request extends TProperties>(request: Request) {
  return { request: requestOf(request), reply: Type.Uint8Array() }
}

function requestOf<Request extends TProperties>(request: Request) {
  return Type.Object(request, { additionalProperties: false }) as TObject<Request>
}

/** A call that gives nothing back: clients compare the whole answer. */
export const done = { success: Type.Literal(true) }

/** Most rows of a page. */
export const MAX_ROWS = 500
export const page_id = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }))
/** One page of rows. Pages count from 0. @param capacity rows of a page where the client names no number */
export const pagedBy = (capacity: number) => ({
  page_id,
  page_capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS, default: capacity })),
})
export const paged = pagedBy(20)
export const page = {
  page_id: Type.Integer(),
  page_capacity: Type.Integer(),
  page_count: Type.Integer(),
  total_count: Type.Integer(),
}

export const order = {
  sort_by: Type.Optional(oneOf('date', 'name', 'size')),
  sort_direction: Type.Optional(oneOf('asc', 'desc')),
}
/** `item` is an older word for `all`. */
export const ofKind = { type: Type.Optional(oneOf('file', 'folder', 'all', 'item')) }
