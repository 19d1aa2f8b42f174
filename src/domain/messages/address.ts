/** Those of 2§2, and which message comments were opened from: what they are about stands on top after a reload, too. */
const kept = ['comment', 'preview', 'file_id', 'unique_name', 'scenario', 'typed_id', 'message_id']

/**
 * An address of the message centre without the parameters that it does not know (2§2, RT-08); one of a message about comments with those that
 * show them (MSG-09).
 */
export function strippedAddress(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const left = query.split('&').filter((part) => kept.includes(nameOf(part)))
  const has = (name: string) => left.some((part) => nameOf(part) === name)
  const [, id] = /\/message\/comment\/(\d+)$/.exec(path) ?? []
  if (id && has('typed_id') && !has('comment')) left.push('comment=1', `message_id=${id}`)
  return left.length > 0 ? `${path}?${left.join('&')}` : path
}

function nameOf(part: string): string {
  return part.split('=')[0] ?? ''
}
