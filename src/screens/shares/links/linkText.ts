import type { ShareLink } from '@/contract/shares/shares'
import { linkAddress } from '@/domain/shares/linkState'
import type { Words } from '@/i18n/words'
import { nameOf } from './wordLink'

/** The clipboard text of a link: name, address, and the password if the user may see it. */
export function linkText(link: ShareLink, baseUrl: string, t: Words<'links'>): string {
  const { password } = link
  const parts = { name: nameOf(link, t), address: linkAddress(link, baseUrl) }
  return password ? t('links.textPassword', { ...parts, password }) : t('links.text', parts)
}
