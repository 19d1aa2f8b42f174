import type { AuditDetail } from '@/contract/audit'
import type { PhraseKey } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { policySections } from '../policies/fields'

const policyNames = new Set<string>(Object.values(policySections).flatMap((fields) => fields.map(({ name }) => name)))

/** The fields of applications. */
const applicationNames: Record<string, PhraseKey<'admin'> | undefined> = {
  name: 'admin.applications.columns.name',
  scopes: 'admin.applications.columns.scopes',
  users: 'admin.applications.columns.who',
  origins: 'admin.applications.facts.origins',
  redirect_uris: 'admin.applications.facts.addresses',
  grants: 'admin.applications.facts.grants',
  keys: 'admin.applications.keys.title',
  former_secret_ends_at: 'admin.applications.facts.former',
}

/** The fields of a handing over. */
const handoverNames: Record<string, PhraseKey<'admin'> | undefined> = {
  owner: 'admin.person.handover.from',
  files_to: 'admin.person.handover.files',
  shares_to: 'admin.person.handover.shares',
  items: 'admin.person.items',
  links: 'admin.person.links',
  collecting_links: 'admin.person.collecting',
}

export interface WordedField {
  key: string
  /** The field's own name where it has no words. */
  name: string
  before: string
  after: string
}

/** The fields that an event changed, in words. @param moment words a time in seconds */
export function wordFields(
  detail: AuditDetail | null,
  t: Words<'admin'>,
  moment: (seconds: number) => string,
): WordedField[] {
  const { before, after, application } = detail ?? {}
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys.map((key) => ({
    key,
    name: nameOf(key),
    before: valueOf(key, before?.[key]),
    after: valueOf(key, after?.[key]),
  }))

  function nameOf(key: string): string {
    const isHandover = after?.shares_to !== undefined
    const named = isHandover
      ? handoverNames
      : key === 'name' || application !== undefined
        ? applicationNames
        : undefined
    const phrase = named?.[key]
    if (phrase) return t(phrase)
    return policyNames.has(key) ? t(`admin.policies.fields.${key as 'virus_scan'}.label`) : key
  }

  function valueOf(key: string, value: unknown): string {
    if (key === 'former_secret_ends_at' && typeof value === 'number') return moment(value)
    if (value === undefined || value === null || value === '') return t('admin.policies.empty')
    if (Array.isArray(value)) return value.join(', ') || t('admin.policies.empty')
    if (typeof value === 'boolean') return t(value ? 'admin.policies.on' : 'admin.policies.off')
    return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  }
}
