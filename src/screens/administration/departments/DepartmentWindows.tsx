import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { DepartmentActs } from '@/stores/administration/DepartmentActs'
import type { DepartmentNode } from '@/stores/administration/DirectoryStore'
import { useConsole } from '../ConsoleContext'
import { Choice } from '../controls/Choice'
import { Window } from '../controls/Window'
import { departmentOptions, TOP } from './departmentOptions'

interface Props {
  acts: DepartmentActs
  department: DepartmentNode
  onClose(): void
}

const NOWHERE = 'nowhere'
const idOf = (key: string) => (key === TOP || key === NOWHERE ? null : Number(key))

/** Moves a department without dragging. */
export const MoveDepartment = observer(function MoveDepartment({ acts, department, onClose }: Props) {
  const { feedback } = useApp()
  const { directory } = useConsole()
  const t = useWords<'admin'>()
  const [parent, setParent] = useState(department.parent_id === null ? TOP : String(department.parent_id))
  const [before, setBefore] = useState(NOWHERE)
  const { name } = department
  const siblings = directory.nodes.filter(({ id, parent_id }) => parent_id === idOf(parent) && id !== department.id)

  async function move() {
    const request = { department_id: department.id, parent_id: idOf(parent), before_id: idOf(before) }
    if (!(await acts.send('POST /admin/departments/move', request))) return
    onClose()
    feedback.toast({ text: t('admin.departments.moved', { name }) })
  }

  return (
    <Window
      title={t('admin.departments.moveTitle', { name })}
      {...windowOf(acts, onClose, t('admin.departments.move'), () => void move())}
      fault={acts.sending.fault ? wordMessage(acts.sending.fault.message, t) : undefined}
    >
      <Choice
        label={t('admin.departments.moveTo')}
        value={parent}
        options={departmentOptions(directory, t, department)}
        onChoose={(key) => {
          setParent(key)
          setBefore(NOWHERE)
        }}
      />
      <Choice
        label={t('admin.departments.before')}
        value={before}
        options={[
          { key: NOWHERE, label: t('admin.departments.atEnd') },
          ...siblings.map((one) => ({ key: String(one.id), label: one.name })),
        ]}
        onChoose={setBefore}
      />
    </Window>
  )
})

/** Joins a department with another. */
export const MergeDepartment = observer(function MergeDepartment({ acts, department, onClose }: Props) {
  const { feedback } = useApp()
  const { address, directory } = useConsole()
  const t = useWords<'admin'>()
  const options = departmentOptions(directory, t, department).slice(1)
  const [into, setInto] = useState(options[0]?.key ?? NOWHERE)
  const { name } = department

  async function merge() {
    const other = directory.node(idOf(into))
    if (!other) return
    const merged = await acts.send('POST /admin/departments/merge', { department_id: department.id, into_id: other.id })
    if (!merged) return
    onClose()
    address.choose(other.id)
    feedback.toast({ text: t('admin.departments.merged', { name, into: other.name }) })
  }

  return (
    <Window
      title={t('admin.departments.mergeTitle', { name })}
      {...windowOf(acts, onClose, t('admin.departments.mergeSubmit'), () => void merge(), true)}
      fault={acts.sending.fault ? wordMessage(acts.sending.fault.message, t) : undefined}
    >
      <p className="window-text">{t('admin.departments.mergeText', { name })}</p>
      <Choice label={t('admin.departments.moveTo')} value={into} options={options} onChoose={setInto} />
    </Window>
  )
})

/** Deletes a department, after its members and files have a destination. */
export const DeleteDepartment = observer(function DeleteDepartment({ acts, department, onClose }: Props) {
  const { feedback } = useApp()
  const { address, directory } = useConsole()
  const t = useWords<'admin'>()
  const [members, setMembers] = useState(department.parent_id === null ? NOWHERE : String(department.parent_id))
  const [files, setFiles] = useState(department.parent_id === null ? NOWHERE : String(department.parent_id))
  const { name } = department
  const others = departmentOptions(directory, t, department).slice(1)

  async function remove() {
    const request = { department_id: department.id, members_to: idOf(members), files_to: idOf(files) }
    if (!(await acts.send('POST /admin/departments/delete', request))) return
    onClose()
    address.choose(null)
    feedback.toast({ text: t('admin.departments.deleted', { name }) })
  }

  const hasDepartments = department.children.length > 0
  return (
    <Window
      title={t('admin.departments.deleteTitle', { name })}
      {...windowOf(acts, onClose, t('admin.departments.delete'), () => void remove(), true, hasDepartments)}
      fault={acts.sending.fault ? wordMessage(acts.sending.fault.message, t) : undefined}
    >
      <p className="window-text">
        {t(hasDepartments ? 'admin.departments.deleteFirst' : 'admin.departments.deleteText')}
      </p>
      <Choice
        label={t('admin.departments.membersTo', { n: department.member_count })}
        value={members}
        options={[{ key: NOWHERE, label: t('admin.departments.membersNowhere') }, ...others]}
        onChoose={setMembers}
      />
      <Choice
        label={t('admin.departments.filesTo')}
        value={files}
        options={[{ key: NOWHERE, label: t('admin.departments.filesTrash') }, ...others]}
        onChoose={setFiles}
      />
    </Window>
  )
})

function windowOf(
  { sending }: DepartmentActs,
  onClose: () => void,
  label: string,
  run: () => void,
  isDanger = false,
  isDisabled = false,
) {
  return {
    onClose() {
      sending.clear()
      onClose()
    },
    submit: { label, isBusy: sending.isBusy, isDanger, isDisabled, run },
  }
}
