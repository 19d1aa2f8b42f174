import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import { Icon } from '@/components/ui/Icon'
import type { ApplicationRow } from '@/contract/administration/applications'
import { useApp } from '@/screens/app/AppContext'
import type { ApplicationsStore } from '@/stores/administration/ApplicationsStore'
import { useConsole } from '../ConsoleContext'
import { Act } from '../controls/Act'
import { Btn } from '../controls/Btn'
import { Fact } from '../controls/Marks'
import { useCopy } from '../controls/useCopy'
import { useMoment } from '../controls/useMoment'
import { Pane } from '../frame/Pane'
import { ApplicationForm } from './ApplicationForm'
import { ApplicationKeys } from './ApplicationKeys'
import { RotateWindow } from './RotateWindow'
import type { ShownSecret } from './SecretWindow'

interface Props {
  store: ApplicationsStore
  application: ApplicationRow
  onSecret(secret: ShownSecret): void
  onStep(by: 1 | -1): void
}

/** One application: what it may do and for whom, its secret and keys, and its end. */
export const ApplicationPane = observer(function ApplicationPane({ store, application, onSecret, onStep }: Props) {
  const { feedback } = useApp()
  const copy = useCopy()
  const { address, mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const [open, setOpen] = useState<'edit' | 'rotate' | null>(null)
  const { id, name, client_id: clientId, ended_at: endedAt, former_secret_ends_at: former } = application
  const mayChange = mayGovern && endedAt === null

  async function end() {
    const words = {
      title: { text: t('admin.applications.end.title', { name }) },
      confirm: { text: t('admin.applications.end.act') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.applications.end.text') }, words))) return
    if (!(await store.run('POST /admin/applications/end', { application_id: id }))) return
    feedback.toast({ text: t('admin.applications.end.done', { name }) })
  }

  return (
    <Pane
      label={t('admin.applications.pane', { name })}
      picture={
        <span className="pane-picture application-picture" aria-hidden>
          <Icon name="blocks" size={24} />
        </span>
      }
      title={name}
      onClose={() => address.choose(null)}
      onStep={onStep}
      foot={
        mayChange ? (
          <>
            <Btn icon="pencil" label={t('admin.action.edit')} onPress={() => setOpen('edit')} />
            <Btn tone="danger" label={t('admin.applications.end.act')} onPress={() => void end()} />
          </>
        ) : undefined
      }
    >
      <dl className="facts">
        <Fact
          name={t('admin.applications.facts.clientId')}
          action={
            <Btn isIcon icon="copy" label={t('admin.applications.secret.copyId')} onPress={() => void copy(clientId)} />
          }
        >
          <code>{clientId}</code>
        </Fact>
        <Fact name={t('admin.applications.facts.scopes')}>
          {application.scopes.map((scope) => t(`admin.applications.scopes.${scope}`)).join(', ')}
        </Fact>
        <Fact name={t('admin.applications.facts.who')}>
          {application.for_all
            ? t('admin.applications.all')
            : application.users.map((user) => `${user.name} (${user.login})`).join(', ')}
        </Fact>
        <Fact name={t('admin.applications.facts.origins')}>
          {application.origins.length === 0 ? t('admin.applications.facts.noOrigins') : null}
          {application.origins.map((origin) => (
            <span key={origin} className="fact-line">
              {origin}
            </span>
          ))}
        </Fact>
        {application.redirect_uris.length === 0 ? null : (
          <Fact name={t('admin.applications.facts.addresses')}>
            {application.redirect_uris.map((address) => (
              <span key={address} className="fact-line">
                {address}
              </span>
            ))}
          </Fact>
        )}
        {application.grants.length === 0 ? null : (
          <Fact name={t('admin.applications.facts.grants')}>
            {application.grants.map((grant) => (
              <span key={grant} className="fact-line">
                {t(`admin.applications.grants.${grant}`)}
              </span>
            ))}
          </Fact>
        )}
        <Fact name={t('admin.applications.facts.used')}>
          {application.last_used_at === null ? t('admin.never') : moment(application.last_used_at)}
        </Fact>
        <Fact name={t('admin.applications.facts.created')}>{moment(application.created_at)}</Fact>
        {former === null ? null : (
          <Fact name={t('admin.applications.facts.former')}>
            {t('admin.applications.facts.formerUntil', { time: moment(former) })}
          </Fact>
        )}
        {endedAt === null ? null : <Fact name={t('admin.applications.facts.ended')}>{moment(endedAt)}</Fact>}
      </dl>
      {mayChange ? (
        <div className="acts">
          <Act
            icon="key-round"
            label={t('admin.applications.rotate.act')}
            text={t('admin.applications.rotate.text')}
            onPress={() => setOpen('rotate')}
          />
        </div>
      ) : null}
      <ApplicationKeys store={store} application={application} mayChange={mayChange} />
      {open === 'edit' ? (
        <ApplicationForm store={store} application={application} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'rotate' ? (
        <RotateWindow
          store={store}
          application={application}
          onClose={() => setOpen(null)}
          onSecret={(secret) => {
            setOpen(null)
            onSecret(secret)
          }}
        />
      ) : null}
    </Pane>
  )
})
