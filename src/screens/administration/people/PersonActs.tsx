import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { SignInLink } from '@/contract/administration/entities'
import type { PersonDetail } from '@/contract/administration/people'
import { useApp } from '@/screens/app/AppContext'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { Act } from '../controls/Act'
import { HandOver } from './HandOver'
import { ownsSomething } from './ownsSomething'

interface Props {
  store: PersonStore
  person: PersonDetail
  onLink(link: SignInLink): void
}

/** Acts on an account that do not end it. */
export const PersonActs = observer(function PersonActs({ store, person, onLink }: Props) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const [isHandingOver, setHandingOver] = useState(false)
  const { name, belongings } = person
  const isGone = person.state === 'deactivated' || person.state === 'deleted'

  async function reset() {
    const words = {
      title: { text: t('admin.person.resetTitle', { name }) },
      confirm: { text: t('admin.person.resetPassword') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.person.resetText') }, words))) return
    await make(true)
  }

  async function make(isReset: boolean) {
    const link = await store.makeLink(isReset)
    if (link) onLink(link)
  }

  async function resetStep() {
    const words = {
      title: { text: t('admin.person.resetStepTitle', { name }) },
      confirm: { text: t('admin.person.resetStep') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.person.resetStepText') }, words))) return
    if (await store.resetSecondStep()) feedback.toast({ text: t('admin.person.resetStepDone') })
  }

  async function end() {
    const words = {
      title: { text: t('admin.person.endTitle', { name }) },
      confirm: { text: t('admin.people.bulk.endSessions') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.people.bulk.endText') }, words))) return
    const ended = await store.endSessions()
    if (ended !== null) feedback.toast({ text: t('admin.person.ended', { n: ended }) })
  }

  const links = belongings.links + belongings.collecting_links
  const isReset = person.has_password
  return (
    <div className="acts">
      {store.may('reset_password') && !isGone ? (
        <Act
          icon="key-round"
          label={t(isReset ? 'admin.person.resetPassword' : 'admin.person.renewLink')}
          text={t(isReset ? 'admin.person.resetPasswordText' : 'admin.person.renewLinkText')}
          onPress={() => void (isReset ? reset() : make(false))}
        />
      ) : null}
      {store.may('reset_second_step') && person.has_second_step ? (
        <Act
          icon="shield-off"
          label={t('admin.person.resetStep')}
          text={t('admin.person.resetStepText')}
          onPress={() => void resetStep()}
        />
      ) : null}
      {store.may('end_sessions') && person.devices.length > 0 ? (
        <Act
          icon="log-out"
          label={t('admin.person.endSessions')}
          text={t('admin.person.endSessionsText', { n: person.devices.length })}
          onPress={() => void end()}
        />
      ) : null}
      {store.may('hand_over') && ownsSomething(person) ? (
        <Act
          icon="arrow-right-left"
          label={t('admin.person.handOver')}
          text={t('admin.person.handOverText', {
            items: belongings.items,
            folders: belongings.shared_folders,
            links,
          })}
          onPress={() => setHandingOver(true)}
        />
      ) : null}
      {isHandingOver ? <HandOver store={store} person={person} onClose={() => setHandingOver(false)} /> : null}
    </div>
  )
})
