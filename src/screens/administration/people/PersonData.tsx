import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { SignInLink } from '@/contract/administration/entities'
import type { PersonDetail } from '@/contract/administration/people'
import type { AdministratorRole } from '@/contract/administration/role'
import { useApp } from '@/screens/app/AppContext'
import { GIGABYTE } from '@/domain/format/gigabytes'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { Btn } from '../controls/Btn'
import { Choice } from '../controls/Choice'
import { Fact, size, SpaceBar } from '../controls/Marks'
import { useMoment } from '../controls/useMoment'
import { EditPerson } from './EditPerson'
import { PersonActs } from './PersonActs'
import { RoleMark, StateMark } from './PersonMarks'

interface Props {
  store: PersonStore
  person: PersonDetail
  onLink(link: SignInLink): void
}

/** GB that the buttons offer */
const QUOTAS = [10, 50, 100, 200]

/** What the organisation knows of a person, with the space and the acts on the account. */
export const PersonData = observer(function PersonData({ store, person, onLink }: Props) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = store.may('edit')

  async function setQuota(quota: number | null) {
    const saved = await store.sendChanges({ quota_bytes: quota === null ? null : quota * GIGABYTE })
    if (saved) feedback.toast({ text: t('admin.person.saved') })
  }

  async function withdraw() {
    if (await store.withdrawLink()) feedback.toast({ text: t('admin.person.withdrawn') })
  }

  const departments = person.departments.map(({ name, is_manager }) =>
    is_manager ? t('admin.person.manager', { name }) : name,
  )
  return (
    <>
      <dl className="facts">
        <Fact
          name={t('admin.people.columns.state')}
          action={mayEdit ? <Btn tone="quiet" label={t('admin.action.edit')} onPress={() => setEditing(true)} /> : null}
        >
          <StateMark state={person.state} />
          {person.deactivated_at !== null ? <small>{moment(person.deactivated_at)}</small> : null}
          {person.restorable_until !== null ? (
            <small>{t('admin.person.restorable', { time: moment(person.restorable_until) })}</small>
          ) : null}
        </Fact>
        {person.directory ? (
          <Fact name={t('admin.directories.title')}>
            {t('admin.directories.managed', { name: person.directory.label })}
            <small>
              {t(person.directory.is_gone ? 'admin.directories.managedGone' : 'admin.directories.managedText')}
            </small>
          </Fact>
        ) : null}
        <Fact name={t('admin.person.departments')}>{departments.join(', ') || t('admin.nobody')}</Fact>
        <Fact name={t('admin.person.groups')}>
          {person.groups.map(({ name }) => name).join(', ') || t('admin.nobody')}
        </Fact>
        <Fact name={t('admin.person.role')}>
          {store.may('set_role') ? (
            <Choice
              label={t('admin.person.role')}
              isLabelHidden
              value={person.role ?? 'none'}
              options={(['none', 'people', 'auditor', 'owner'] as const).map((key) => ({
                key,
                label: t(`admin.roles.${key}`),
              }))}
              onChoose={(role: AdministratorRole | 'none') => void store.setRole(role === 'none' ? null : role)}
            />
          ) : (
            <RoleMark role={person.role} />
          )}
        </Fact>
        <Fact name={t('admin.person.step')}>
          <span className={person.has_second_step ? 'text-good' : undefined}>
            {t(person.has_second_step ? 'admin.person.stepOn' : 'admin.person.stepOff')}
          </span>
        </Fact>
        {person.messengers.length > 0 ? (
          <Fact name={t('admin.person.messengers')}>
            {person.messengers.map((messenger) => t(`admin.person.${messenger}`)).join(', ')}
          </Fact>
        ) : null}
        {person.state === 'new' ? null : (
          <Fact name={t('admin.person.lastSignIn')}>
            {person.last_sign_in_at === null ? t('admin.never') : moment(person.last_sign_in_at)}
          </Fact>
        )}
        <Fact name={t('admin.person.created')}>{moment(person.created_at)}</Fact>
        {person.password_asked_at !== null ? (
          <Fact name={t('admin.person.asked')}>
            <span className="text-amber">
              {t('admin.person.askedText', { time: moment(person.password_asked_at) })}
            </span>
          </Fact>
        ) : null}
        {person.link_expires_at !== null ? (
          <Fact
            name={t('admin.person.openLink')}
            action={
              store.may('reset_password') ? (
                <Btn tone="quiet" label={t('admin.person.withdraw')} onPress={() => void withdraw()} />
              ) : null
            }
          >
            {t('admin.person.openLinkText', { time: moment(person.link_expires_at) })}
          </Fact>
        ) : null}
      </dl>
      <div className="space-card">
        <div className="space-line">
          <span>{t('admin.person.space')}</span>
          <span>
            {t('admin.person.spaceOf', {
              used: size(person.used_bytes),
              total: person.effective_quota_bytes === null ? t('admin.unlimited') : size(person.effective_quota_bytes),
            })}
          </span>
        </div>
        <SpaceBar used={person.used_bytes} quota={person.effective_quota_bytes} />
        {mayEdit ? (
          <div className="chips">
            <Chip
              label={t('admin.people.form.quotaDefault')}
              isOn={person.quota_bytes === null}
              onPress={() => void setQuota(null)}
            />
            {QUOTAS.map((quota) => (
              <Chip
                key={quota}
                label={size(quota * GIGABYTE)}
                isOn={person.quota_bytes === quota * GIGABYTE}
                onPress={() => void setQuota(quota)}
              />
            ))}
            <Chip
              label={t('admin.people.form.quotaOther')}
              isOn={person.quota_bytes !== null && !QUOTAS.includes(person.quota_bytes / GIGABYTE)}
              onPress={() => setEditing(true)}
            />
          </div>
        ) : null}
      </div>
      <PersonActs store={store} person={person} onLink={onLink} />
      {isEditing ? <EditPerson store={store} person={person} onClose={() => setEditing(false)} /> : null}
    </>
  )
})

function Chip({ label, isOn, onPress }: { label: string; isOn: boolean; onPress(): void }) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onPress}>
      {label}
    </button>
  )
}
