/** Whether rows contain a token: as text, as the bytes of that text, or as the bytes that the text encodes. */
export function containsToken(rows: readonly unknown[], token: string): boolean {
  const text = JSON.stringify(rows, (_, value: { type?: string; data?: number[] } | null) =>
    value?.type === 'Buffer' ? Buffer.from(value.data!).toString('hex') : value,
  )
  return [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')].some((form) =>
    text.includes(form),
  )
}
