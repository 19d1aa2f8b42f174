import type { IncomingMessage } from 'node:http'

/** bytes of an answer that is read whole: a page of a list, or a file of a build */
const ANSWER_LIMIT = 32 * 1024 * 1024

/** The store refused a request. */
export class S3Refusal extends Error {
  constructor(
    readonly status: number,
    /** The code of the store, such as `NoSuchKey`; '' when the answer has none. */
    readonly code: string,
    /** The store's own words. */
    readonly detail: string,
    /** The time of the store, as it writes it. */
    readonly date: string | undefined,
  ) {
    super(`the S3 store answered ${status} ${code}${detail === '' ? '' : `: ${detail}`}`)
    this.name = 'S3Refusal'
  }
}

/** The store cannot be reached, or broke off a request, also when it was sent again. */
export class S3Unreachable extends Error {
  constructor(cause: unknown) {
    super(`the S3 store did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'S3Unreachable'
  }
}

/** Whether the store answered that an object, an upload or a part of it does not exist. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3Refusal && error.status === 404 && error.code !== 'NoSuchBucket'
}

/** bytes of an answer's body, or of the object that a HEAD asked for @throws Error if the store does not tell */
export function lengthOf({ headers: { 'content-length': length = '' } }: IncomingMessage): number {
  if (!/^\d{1,15}$/.test(length)) throw new Error('the S3 store does not tell the length of an object')
  return Number(length)
}

/** Reads a whole answer. @throws Error for an answer above the limit */
export async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > ANSWER_LIMIT) throw new Error('the answer of the S3 store is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The text of the first element with a name; undefined without one. */
export function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? undefined : unescapeXml(text)
}

/** The contents of all elements with a name. */
export function elements(xml: string, name: string): string[] {
  const [, ...parts] = xml.split(`<${name}>`)
  return parts.map((part) => part.split(`</${name}>`, 1)[0]!)
}

/** The text of an element that every store sends. */
export function required(xml: string, name: string): string {
  const text = element(xml, name)
  if (text === undefined) throw new Error(`the answer of the S3 store has no ${name}`)
  return text
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#34': '"', '#39': "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

export function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
