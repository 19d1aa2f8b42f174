const kept = ['comment', 'preview', 'file_id', 'unique_name', 'scenario', 'typed_id']

/** An address of the message centre without the parameters that it does not know (2§2, RT-08). */
export function strippedAddress(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const left = query
    .split('&')
    .filter((part) => kept.includes(part.split('=')[0] ?? ''))
    .join('&')
  return left ? `${path}?${left}` : path
}
