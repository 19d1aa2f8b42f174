import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { AuditEntry } from '@/contract/audit'
import { loadAccountWords } from '@/i18n/session/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Fact } from '../controls/Marks'
import { useMoment } from '../controls/useMoment'
import { Pane } from '../frame/Pane'
import { wordFields, wordSubject } from './wordFields'

/** One event of the log: who, when, from where, and what was before and after. */
export const EventPane = observer(function EventPane({ entry }: { entry: AuditEntry }) {
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const deeds = usePackageWords(loadAccountWords)
  const moment = useMoment()
  const { detail, item, subject, user } = entry
  const personId = detail?.user_id
  const count = detail?.count
  const fields = wordFields(detail, { t, deeds, moment })
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
            {wordSubject(subject, detail)}
          </Fact>
        ) : null}
        {count === undefined ? null : (
          <Fact name={t('admin.overview.audit.detail')}>{t('admin.overview.audit.count', { n: count })}</Fact>
        )}
      </dl>
      {fields.length > 0 ? (
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">{t('admin.overview.audit.detail')}</th>
              <th scope="col">{t('admin.overview.audit.before')}</th>
              <th scope="col">{t('admin.overview.audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ key, name, before, after }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {fields.length === 0 && count === undefined ? (
        <p className="quiet">{t('admin.overview.audit.noDetail')}</p>
      ) : null}
    </Pane>
  )
})
