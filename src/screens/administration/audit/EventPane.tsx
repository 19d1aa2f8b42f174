import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { AuditEntry } from '@/contract/audit'
import type { PhraseKey } from '@/i18n/Phrase'
import { loadAccountWords } from '@/i18n/session/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordChange } from '@/screens/session/security/wordChange'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Fact } from '../controls/Marks'
import { useMoment } from '../controls/useMoment'
import { Pane } from '../frame/Pane'
import { policySections } from '../policies/fields'

const policyNames = new Set<string>(Object.values(policySections).flatMap((fields) => fields.map(({ name }) => name)))

/** The fields of applications. */
const applicationNames: Record<string, PhraseKey<'admin'> | undefined> = {
  name: 'admin.applications.columns.name',
  scopes: 'admin.applications.columns.scopes',
  users: 'admin.applications.columns.who',
  origins: 'admin.applications.facts.origins',
  keys: 'admin.applications.keys.title',
  former_secret_ends_at: 'admin.applications.facts.former',
}

/** One event of the log: who, when, from where, and what was before and after. */
export const EventPane = observer(function EventPane({ entry }: { entry: AuditEntry }) {
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const deeds = usePackageWords(loadAccountWords)
  const moment = useMoment()
  const { detail, item, subject, user } = entry
  const personId = detail?.user_id
  const change = wordChange(detail, deeds)
  const names = [...new Set([...Object.keys(detail?.before ?? {}), ...Object.keys(detail?.after ?? {})])]
  return (
    <Pane
      label={t('admin.overview.audit.pane')}
      title={deeds(`audit.deeds.${entry.deed}`)}
      text={moment(entry.time)}
      onClose={() => address.choose(null)}
    >
      <dl className="facts">
        <Fact
          name={t('admin.overview.audit.who')}
          action={
            user ? (
              <Btn
                tone="quiet"
                label={t('admin.people.open', { name: user.name })}
                onPress={() => address.open('people', { id: user.id })}
              />
            ) : null
          }
        >
          {user ? `${user.name} (${user.login})` : t('admin.overview.audit.system')}
        </Fact>
        {entry.address ? <Fact name={t('admin.overview.audit.where')}>{entry.address}</Fact> : null}
        {item ? <Fact name={t('admin.overview.audit.item')}>{item.name}</Fact> : null}
        {subject ? (
          <Fact
            name={
              detail?.application === undefined
                ? t('admin.overview.audit.subject')
                : t('admin.overview.audit.application')
            }
            action={
              personId === undefined ? null : (
                <Btn
                  tone="quiet"
                  label={t('admin.people.open', { name: subject })}
                  onPress={() => address.open('people', { id: personId })}
                />
              )
            }
          >
            {subject}
          </Fact>
        ) : null}
        {change ? <Fact name={t('admin.overview.audit.detail')}>{change}</Fact> : null}
      </dl>
      {names.length > 0 ? (
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">{t('admin.overview.audit.detail')}</th>
              <th scope="col">{t('admin.overview.audit.before')}</th>
              <th scope="col">{t('admin.overview.audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{nameOf(name)}</th>
                <td>{valueOf(name, detail?.before?.[name])}</td>
                <td>{valueOf(name, detail?.after?.[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {names.length === 0 && !change ? <p className="quiet">{t('admin.overview.audit.noDetail')}</p> : null}
    </Pane>
  )

  function nameOf(name: string): string {
    const key = name === 'name' || detail?.application !== undefined ? applicationNames[name] : undefined
    if (key) return t(key)
    return policyNames.has(name) ? t(`admin.policies.fields.${name as 'virus_scan'}.label`) : name
  }

  function valueOf(name: string, value: unknown): string {
    if (name === 'former_secret_ends_at' && typeof value === 'number') return moment(value)
    if (value === undefined || value === null || value === '') return t('admin.policies.empty')
    if (Array.isArray(value)) return value.join(', ') || t('admin.policies.empty')
    if (typeof value === 'boolean') return t(value ? 'admin.policies.on' : 'admin.policies.off')
    return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  }
})
