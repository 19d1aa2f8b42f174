import { TypeRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { calls, type CallName, type Reply, type Request } from '@/contract/api'
import type { Item } from '@/contract/entities'
import type { ErrorCode, Errors } from '@/contract/errors'
import {
  NoAnswer,
  type HttpAnswer,
  type HttpRequest,
  type PartAnswer,
  type PartRequest,
  type UploadRequest,
} from '@/platform/Platform'

/** The contract writes enumerations and typed ids as raw JSON schema, for which TypeBox needs this check. */
TypeRegistry.Set<{ enum?: unknown[]; pattern?: string }>('Unsafe', (schema, value) => {
  if (schema.enum) return schema.enum.includes(value)
  return schema.pattern === undefined || new RegExp(schema.pattern).test(String(value))
})

type Answer<K extends CallName> = Omit<Reply<K>, 'success'> | HttpAnswer | NoAnswer
export type Handler<K extends CallName> = (request: Request<K>, call: RecordedCall) => Answer<K> | Promise<Answer<K>>

export interface RecordedCall {
  name: string
  method: string
  path: string
  request: Record<string, unknown>
  headers: Record<string, string>
  body: unknown
  timeout?: number
}

/** A refusal as the server words it; the key is the one under which the specification puts the code. */
export function refusal(
  code: ErrorCode,
  fields: { key?: keyof Errors; text?: string; redirect?: string; field?: string } = {},
): HttpAnswer {
  const { key = keyOf(code), text = `说明：${code}`, redirect, field } = fields
  const entry = { error_code: code, error_tr_msg: text, ...(redirect ? { redirect } : {}), ...(field ? { field } : {}) }
  const isList = key === 'validation_errors' || key === 'external_errors'
  return { status: 200, body: { success: false, errors: { [key]: isList ? [entry] : entry }, request_id: 'r-1' } }
}

export function status(code: number): HttpAnswer {
  return { status: code, body: { success: false, request_id: 'r-5' } }
}

function keyOf(code: ErrorCode): keyof Errors {
  if (
    code === 'login_expired' ||
    code === 'security_check_failed' ||
    code === 'force_two_step' ||
    code === 'permission_denied'
  )
    return code
  return code.startsWith('name_') || code === 'invalid_request' ? 'validation_errors' : 'external_errors'
}

function isHttp(answer: object): answer is HttpAnswer {
  return 'status' in answer && typeof answer.status === 'number'
}

/** Answers calls as a test scripts them, typed by the contract; an unexpected call is an error of the test. */
export class FakeServer {
  readonly seen: RecordedCall[] = []
  readonly uploads: UploadRequest[] = []
  private readonly handlers = new Map<CallName, Handler<CallName>>()
  private uploadHandler: (upload: UploadRequest) => Promise<Item | HttpAnswer | Error> | Item | HttpAnswer | Error =
    () => {
      throw new Error('no upload was expected')
    }

  private partHandler: (request: PartRequest) => Promise<PartAnswer | NoAnswer> | PartAnswer | NoAnswer = () => {
    throw new Error('no part was expected')
  }

  /** Sets the answer of a call from now on. */
  on<K extends CallName>(name: K, handler: Handler<K> | Answer<K>) {
    const handle = typeof handler === 'function' ? handler : () => handler
    this.handlers.set(name, handle as unknown as Handler<CallName>)
    return this
  }

  onUpload(handler: FakeServer['uploadHandler']) {
    this.uploadHandler = handler
  }

  onPart(handler: FakeServer['partHandler']) {
    this.partHandler = handler
  }

  /** The calls of a name, oldest first. */
  callsOf(name: CallName): RecordedCall[] {
    return this.seen.filter((call) => call.name === name)
  }

  countOf(name: CallName): number {
    return this.callsOf(name).length
  }

  async answer({ method, path, headers, body, timeout, canceler }: HttpRequest): Promise<HttpAnswer> {
    const found = this.find(method, path)
    const request = Value.Convert(calls[found.name].request, { ...found.parts, ...(body as object) }) as Record<
      string,
      unknown
    >
    const errors = [...Value.Errors(calls[found.name].request, request)]
    if (errors.length > 0) throw new Error(`${method} ${path}: ${errors[0]?.path} ${errors[0]?.message}`)
    const call = { name: found.name, method, path, request, headers, body, timeout }
    this.seen.push(call)
    const canceled = new Promise<never>((_, reject) => canceler?.onCancel(() => reject(new NoAnswer('canceled'))))
    const answer = await Promise.race([found.handler(request as never, call), canceled])
    if (answer instanceof NoAnswer) throw answer
    return isHttp(answer) ? answer : { status: 200, body: { success: true, ...answer } }
  }

  async take(upload: UploadRequest): Promise<HttpAnswer> {
    this.uploads.push(upload)
    const canceled = new Promise<never>((_, reject) => upload.canceler.onCancel(() => reject(new NoAnswer('canceled'))))
    const answer = await Promise.race([this.uploadHandler(upload), canceled])
    if (answer instanceof Error) throw answer
    return isHttp(answer) && 'body' in answer ? answer : { status: 200, body: { success: true, new_file: answer } }
  }

  async takePart(request: PartRequest): Promise<PartAnswer> {
    const canceled = new Promise<never>((_, reject) =>
      request.canceler?.onCancel(() => reject(new NoAnswer('canceled'))),
    )
    const answer = await Promise.race([this.partHandler(request), canceled])
    if (answer instanceof NoAnswer) throw answer
    return answer
  }

  private find(method: string, address: string) {
    const [path = '', query = ''] = address.split('?')
    for (const [name, handler] of this.handlers) {
      const [wanted, template = ''] = name.split(' ')
      const pattern = new RegExp(`^/api${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      const match = wanted === method ? pattern.exec(path) : null
      if (match) return { name, handler, parts: { ...match.groups, ...Object.fromEntries(new URLSearchParams(query)) } }
    }
    throw new Error(`unexpected call: ${method} ${address}`)
  }
}
