import type { AuditDetail } from '@/contract/audit'
import type { PhraseKey } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { grants, scopes } from '../applications/scopes'
import { size } from '../controls/Marks'
import { valueOf as policyValue } from '../policies/ChangeList'
import { policySections } from '../policies/fields'
import { factNames } from './factNames'

const policyFields = new Map<string, (typeof policySections)['links'][number]>(
  Object.values(policySections)
    .flat()
    .map((field) => [field.name, field]),
)

export interface LogWords {
  t: Words<'admin'>
  /** The words of the events and of roles in folders. */
  deeds: Words<'account'>
  /** Words a time in seconds. */
  moment(seconds: number): string
}

export interface WordedField {
  key: string
  name: string
  /** null: the event says nothing of it, so that the other value is no change */
  before: string | null
  after: string | null
}

/** A change or a fact, such as `Space: Default → 10 GB` or `Added: 3`. */
export function wordField({ name, before, after }: WordedField): string {
  return `${name}: ${[before, after].filter((value) => value !== null).join(' → ')}`
}

/** The name of the person, department, group or file that an event concerns, with the login of a person. */
export function wordSubject(subject: string, detail: AuditDetail | null): string {
  const login = detail?.person_login
  return login === undefined ? subject : `${subject} (${login})`
}

/** The facts that an event changed or states, in words. A fact without words is left out. */
export function wordFields(detail: AuditDetail | null, { t, deeds, moment }: LogWords): WordedField[] {
  const { before, after, application } = detail ?? {}
  const isHandover = after?.shares_to !== undefined
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys.flatMap((key) => {
    const phrase = phraseOf(key)
    if (!phrase) return []
    const [old, now] = [before, after].map((values) =>
      values && values[key] !== undefined ? valueOf(key, values[key], values) : null,
    )
    return { key, name: t(phrase), before: old ?? null, after: now ?? null }
  })

  function phraseOf(key: string): PhraseKey<'admin'> | undefined {
    if (isHandover && key === 'files_to') return 'admin.person.handover.files'
    if (application !== undefined && key === 'name') return 'admin.applications.columns.name'
    return factNames[key]
  }

  function valueOf(key: string, value: unknown, values: Record<string, unknown>): string {
    const policy = policyFields.get(key)
    if (policy) return policyValue(policy, value, t)
    switch (key) {
      case 'role':
      case 'administrator_role':
        return roleOf(value)
      case 'former_secret_ends_at':
        return typeof value === 'number' ? moment(value) : t('admin.policies.empty')
      case 'quota_bytes':
        return typeof value === 'number' ? size(value) : t('admin.overview.audit.default')
      case 'share_disabled_for':
        return t(`admin.overview.audit.mayNotShare.${value === 'members' || value === 'all' ? value : 'nobody'}`)
      case 'directory':
        return directoryOf(value)
      case 'wording':
        return t(`me.wordings.${value === 'education' ? value : 'default'}`)
      case 'link_by':
        return t(`admin.signOn.linkBy.${value === 'claim' ? value : 'email'}`)
      case 'departments_by':
        return t(`admin.directories.departmentsBy.${value === 'ou' || value === 'attribute' ? value : 'none'}`)
      case 'sync_hours':
        return typeof value === 'number' ? String(value) : t('admin.directories.hours.never')
      case 'space_owner':
        return typeof value === 'string' ? deeds('audit.ownRoot', { name: value }) : plain(value)
      case 'folder':
        return value === '' && values.folder_id !== undefined ? deeds('audit.unnamed') : plain(value)
      case 'users':
        return value === 'all' ? t('admin.applications.form.whoAll') : plain(value)
      default:
        return plain(value)
    }
  }

  function plain(value: unknown): string {
    if (Array.isArray(value)) return value.map(partOf).join(', ') || t('admin.policies.empty')
    if (typeof value === 'boolean') return t(value ? 'admin.policies.on' : 'admin.policies.off')
    return partOf(value) || t('admin.policies.empty')
  }

  function partOf(value: unknown): string {
    const scope = scopes.find((each) => each === value)
    if (scope) return t(`admin.applications.scopes.${scope}`)
    const grant = grants.find((each) => each === value)
    if (grant) return t(`admin.applications.grants.${grant}`)
    // Such as a rule of groups and departments.
    if (typeof value === 'object' && value !== null) return Object.values(value).map(String).join(' → ')
    return value === null || value === undefined ? '' : String(value as string | number)
  }

  /** A role in the organisation, or in a folder. */
  function roleOf(value: unknown): string {
    if (value === 'people' || value === 'auditor') return t(`admin.roles.${value}`)
    if (value === 'owner') return t('admin.roles.owner')
    return typeof value === 'string' ? deeds(`role.${value as 'editor'}`) : t('admin.roles.none')
  }

  function directoryOf(value: unknown): string {
    if (value === 'wecom') return t('admin.weCom.title')
    return value === 'ldap' ? t('admin.directories.title') : t('admin.policies.empty')
  }
}
