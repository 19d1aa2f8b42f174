import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Avatar } from '@/components/ui/Avatar'
import { useWords } from '@/components/ui/context'
import type { PersonRow } from '@/contract/administration/entities'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { MembersStore } from '@/stores/administration/MembersStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Toggle } from '../controls/Inputs'
import { Mark } from '../controls/Marks'
import { PersonPicker } from '../controls/PersonPicker'
import { Window } from '../controls/Window'
import { NotLoaded, Waiting } from '../frame/Waiting'

interface Props {
  store: MembersStore
  /** The name of the department or group. */
  place: string
  /** The filter under which the list of people shows all members. */
  filter: Record<string, string>
  hasManagers?: boolean
}

/** The members of a department or group. */
export const MemberList = observer(function MemberList({ store, place, filter, hasManagers }: Props) {
  const { feedback } = useApp()
  const { address, mayManage } = useConsole()
  const t = useWords<'admin'>()
  const [isAdding, setAdding] = useState(false)
  useEffect(() => void store.load(), [store])
  const { list, people } = store
  const total = list.value?.total_count ?? 0

  async function remove({ id, name }: PersonRow) {
    const words = {
      title: { text: t('admin.departments.removeTitle', { name, place }) },
      confirm: { text: t('admin.action.remove') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: '' }, words))) return
    if (!(await store.remove(id))) return
    feedback.toast(
      { text: t('admin.departments.removed', { name }) },
      { label: { text: t('admin.action.undo') }, run: () => void store.sendMembers([id]) },
    )
  }

  return (
    <section className="console-members" aria-label={t('admin.departments.memberList')}>
      <div className="members-head">
        <h3>{t('admin.departments.memberList')}</h3>
        {mayManage ? (
          <Btn tone="weak" icon="user-plus" label={t('admin.departments.addMembers')} onPress={() => setAdding(true)} />
        ) : null}
      </div>
      {list.phase === 'failed' ? <NotLoaded answer={list} onRetry={() => void store.load()} /> : null}
      {list.phase === 'loading' && !list.value ? <Waiting /> : null}
      {list.value && people.length === 0 ? <p className="quiet">{t('admin.departments.memberNone')}</p> : null}
      <ul className="lines">
        {people.map((person) => (
          <li key={person.id} className="line">
            <Avatar userId={person.id} name={person.name} />
            <span className="line-text">
              {person.name}
              <small>{person.login}</small>
            </span>
            {store.isManager(person) ? <Mark tone="blue">{t('admin.departments.manager')}</Mark> : null}
            {mayManage ? (
              <span className="line-acts">
                {hasManagers ? <ManagerButton store={store} person={person} /> : null}
                <Btn
                  isIcon
                  icon="x"
                  label={`${t('admin.action.remove')} · ${person.name}`}
                  onPress={() => void remove(person)}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {total > people.length ? (
        <Btn
          tone="quiet"
          label={t('admin.departments.all', { n: total })}
          onPress={() => address.open('people', { query: filter })}
        />
      ) : null}
      {isAdding ? <AddMembers store={store} hasManagers={hasManagers} onClose={() => setAdding(false)} /> : null}
    </section>
  )
})

/** Makes a member a manager, or ends that. */
const ManagerButton = observer(function ManagerButton({ store, person }: { store: MembersStore; person: PersonRow }) {
  const t = useWords<'admin'>()
  const isManager = store.isManager(person)
  const label = t(isManager ? 'admin.departments.endManager' : 'admin.departments.makeManager')
  return (
    <Btn
      tone="quiet"
      label={label}
      aria-label={`${label} · ${person.name}`}
      onPress={() => void store.sendMembers([person.id], !isManager)}
    />
  )
})

interface AddProps {
  store: MembersStore
  hasManagers?: boolean
  onClose(): void
}

const AddMembers = observer(function AddMembers({ store, hasManagers, onClose }: AddProps) {
  const t = useWords<'admin'>()
  const [chosen, setChosen] = useState<readonly PersonRow[]>([])
  const [isManager, setManager] = useState(false)
  const { fault, isBusy } = store.sending

  async function add() {
    const ids = chosen.map(({ id }) => id)
    if (await store.sendMembers(ids, isManager)) onClose()
  }

  return (
    <Window
      title={t('admin.departments.addMembers')}
      onClose={() => {
        store.sending.clear()
        onClose()
      }}
      submit={{ label: t('admin.action.add'), isBusy, isDisabled: chosen.length === 0, run: () => void add() }}
      fault={fault ? wordMessage(fault.message, t) : undefined}
    >
      <PersonPicker
        isForMany
        label={t('admin.departments.addMembers')}
        left={[...store.people, ...chosen].map(({ id }) => id)}
        chosen={null}
        onChoose={(person) => person && setChosen([...chosen, person])}
        autoFocus
      />
      {chosen.length > 0 ? (
        <ul className="picked" aria-label={t('admin.picker.chosen', { n: chosen.length })}>
          {chosen.map(({ id, name }) => (
            <li key={id} className="picked-person">
              {name}
              <Btn
                isIcon
                icon="x"
                label={t('admin.picker.remove', { name })}
                onPress={() => setChosen(chosen.filter((one) => one.id !== id))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {hasManagers ? <Toggle label={t('admin.departments.asManager')} isOn={isManager} onChange={setManager} /> : null}
    </Window>
  )
})
