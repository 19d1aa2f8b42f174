import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table'
import { useWords } from '@/components/ui/context'
import type { GroupRow } from '@/contract/administration/departments'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import { DepartmentActs } from '@/stores/administration/DepartmentActs'
import { MembersStore } from '@/stores/administration/MembersStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { TextInput } from '../controls/Inputs'
import { Nothing } from '../controls/Marks'
import { Window } from '../controls/Window'
import { MemberList } from '../departments/MemberList'
import { Pane } from '../frame/Pane'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import '../departments/departments.scss'

/** The groups, beside them the members of the chosen group (ADM-08). */
export const GroupsPlace = observer(function GroupsPlace() {
  const { api } = useApp()
  const { address, directory, mayManage } = useConsole()
  const t = useWords<'admin'>()
  const [acts] = useState(() => new DepartmentActs(api, () => directory.loadGroups()))
  const [isAdding, setAdding] = useState(false)
  useEffect(() => void directory.loadGroups(), [directory])
  const { groups } = directory
  const rows = groups.value ?? []
  const chosen = rows.find(({ id }) => id === address.id)
  return (
    <div className="place place-split">
      <div className="place-list">
        <PlaceHead
          title={t('admin.places.groups')}
          text={groups.value ? t('admin.departments.groups.count', { n: rows.length }) : undefined}
        >
          {mayManage ? (
            <Btn tone="primary" icon="plus" label={t('admin.departments.groups.add')} onPress={() => setAdding(true)} />
          ) : null}
        </PlaceHead>
        {groups.phase === 'failed' ? <NotLoaded answer={groups} onRetry={() => void directory.loadGroups()} /> : null}
        {groups.phase === 'loading' && !groups.value ? <Waiting /> : null}
        {groups.value && rows.length === 0 ? (
          <Nothing title={t('admin.departments.groups.empty')} text={t('admin.departments.groups.emptyText')} />
        ) : null}
        {rows.length > 0 ? (
          <div className="table-frame">
            <Table
              className="table groups-table"
              aria-label={t('admin.departments.groups.table')}
              onRowAction={(key) => address.choose(Number(key))}
            >
              <TableHeader>
                <Column isRowHeader className="column">
                  {t('admin.departments.groups.name')}
                </Column>
                <Column className="column column-number">{t('admin.departments.groups.memberCount')}</Column>
              </TableHeader>
              <TableBody items={rows} dependencies={[address.id]}>
                {(group) => (
                  <Row id={group.id} textValue={group.name} className={group.id === address.id ? 'is-open' : ''}>
                    <Cell className="cell cell-name">
                      <span className="cell-text">{group.name}</span>
                    </Cell>
                    <Cell className="cell cell-number">{group.member_count}</Cell>
                  </Row>
                )}
              </TableBody>
            </Table>
          </div>
        ) : null}
      </div>
      {chosen ? <GroupPane key={chosen.id} acts={acts} group={chosen} /> : null}
      {isAdding ? <GroupForm acts={acts} onClose={() => setAdding(false)} /> : null}
    </div>
  )
})

const GroupPane = observer(function GroupPane({ acts, group }: { acts: DepartmentActs; group: GroupRow }) {
  const { api, feedback } = useApp()
  const { address, directory, mayManage } = useConsole()
  const t = useWords<'admin'>()
  const [isRenaming, setRenaming] = useState(false)
  const [members] = useState(() => new MembersStore(api, { group_id: group.id }, () => void directory.loadGroups()))
  const { name } = group

  async function remove() {
    const words = {
      title: { text: t('admin.departments.groups.deleteTitle', { name }) },
      confirm: { text: t('admin.action.delete') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.departments.groups.deleteText') }, words))) return
    if (!(await acts.run('POST /admin/groups/delete', { group_id: group.id }))) return
    address.choose(null)
    feedback.toast({ text: t('admin.departments.groups.deleted', { name }) })
  }

  return (
    <Pane
      label={t('admin.departments.groups.pane', { name })}
      title={name}
      text={t('admin.departments.members', { n: group.member_count })}
      onClose={() => address.choose(null)}
      foot={
        mayManage ? (
          <>
            <Btn icon="pencil" label={t('admin.action.rename')} onPress={() => setRenaming(true)} />
            <Btn tone="danger" label={t('admin.action.delete')} onPress={() => void remove()} />
          </>
        ) : undefined
      }
    >
      <MemberList store={members} place={name} filter={{ group: String(group.id) }} />
      {isRenaming ? <GroupForm acts={acts} group={group} onClose={() => setRenaming(false)} /> : null}
    </Pane>
  )
})

interface FormProps {
  acts: DepartmentActs
  /** The group to rename; absent for a new one. */
  group?: GroupRow
  onClose(): void
}

const GroupForm = observer(function GroupForm({ acts, group, onClose }: FormProps) {
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const [name, setName] = useState(group?.name ?? '')
  const { fault, isBusy } = acts.sending

  async function save() {
    if (group) {
      if (await acts.send('POST /admin/groups/rename', { group_id: group.id, name })) onClose()
      return
    }
    const added = await acts.send('POST /admin/groups/create', { name })
    if (!added) return
    onClose()
    address.choose(added.group_id)
  }

  return (
    <Window
      title={t(group ? 'admin.departments.groups.renameTitle' : 'admin.departments.groups.addTitle')}
      onClose={() => {
        acts.sending.clear()
        onClose()
      }}
      submit={{
        label: t(group ? 'admin.action.save' : 'admin.action.add'),
        isBusy,
        isDisabled: name.trim() === '',
        run: () => void save(),
      }}
    >
      <TextInput
        label={t('admin.departments.groups.name')}
        value={name}
        onChange={setName}
        error={fault ? wordMessage(fault.message, t) : undefined}
        isRequired
        autoFocus
      />
    </Window>
  )
})
