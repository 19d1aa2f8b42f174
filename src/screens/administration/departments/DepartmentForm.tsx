import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import { wordMessage } from '@/screens/app/wording'
import type { DepartmentActs } from '@/stores/administration/DepartmentActs'
import type { DepartmentNode } from '@/stores/administration/DirectoryStore'
import { useConsole } from '../ConsoleContext'
import { Choice } from '../controls/Choice'
import { TextInput } from '../controls/Inputs'
import { SizeInput } from '../controls/SizeInput'
import { Window } from '../controls/Window'
import { departmentOptions, TOP } from './departmentOptions'

interface Props {
  acts: DepartmentActs
  parent: number | null
  onClose(): void
}

/** A new department. */
export const DepartmentForm = observer(function DepartmentForm({ acts, parent, onClose }: Props) {
  const { address, directory } = useConsole()
  const t = useWords<'admin'>()
  const [name, setName] = useState('')
  const [inside, setInside] = useState(parent === null ? TOP : String(parent))
  const { fault, isBusy } = acts.sending

  async function add() {
    const parent_id = inside === TOP ? null : Number(inside)
    const added = await acts.send('POST /admin/departments/create', { name, parent_id })
    if (!added) return
    onClose()
    address.choose(added.department_id)
  }

  return (
    <Window
      title={t('admin.departments.form.title')}
      onClose={() => {
        acts.sending.clear()
        onClose()
      }}
      submit={{
        label: t('admin.action.add'),
        isBusy,
        isDisabled: name.trim() === '',
        run: () => void add(),
      }}
    >
      <TextInput
        label={t('admin.departments.form.name')}
        value={name}
        onChange={setName}
        error={fault ? wordMessage(fault.message, t) : undefined}
        isRequired
        autoFocus
      />
      <Choice
        label={t('admin.departments.form.parent')}
        value={inside}
        options={departmentOptions(directory, t)}
        onChoose={setInside}
      />
    </Window>
  )
})

/** `share_disabled_for` as options. */
const EVERYBODY = 'everybody'
const sharings = [EVERYBODY, 'members', 'all'] as const

interface EditProps {
  acts: DepartmentActs
  department: DepartmentNode
  onClose(): void
}

/** Name and quota of a department, and who may share its folder. */
export const EditDepartment = observer(function EditDepartment({ acts, department, onClose }: EditProps) {
  const t = useWords<'admin'>()
  const { directory: owner } = department
  const [name, setName] = useState(department.name)
  const [quota, setQuota] = useState(department.quota_bytes)
  const firstSharing = department.share_disabled_for ?? EVERYBODY
  const [sharing, setSharing] = useState<(typeof sharings)[number]>(firstSharing)
  const { fault, isBusy } = acts.sending
  const text = fault ? wordMessage(fault.message, t) : undefined
  const at = fault?.field === 'quota_bytes' ? 'quota' : fault?.code?.includes('name_') ? 'name' : undefined

  async function save() {
    const saved = await acts.send('POST /admin/departments/edit', {
      department_id: department.id,
      ...(name !== department.name && { name }),
      ...(quota !== department.quota_bytes && { quota_bytes: quota }),
      ...(sharing !== firstSharing && { share_disabled_for: sharing === EVERYBODY ? null : sharing }),
    })
    if (saved) onClose()
  }

  return (
    <Window
      title={t('admin.departments.form.editTitle')}
      onClose={() => {
        acts.sending.clear()
        onClose()
      }}
      submit={{ label: t('admin.action.save'), isBusy, isDisabled: name.trim() === '', run: () => void save() }}
      fault={at ? undefined : text}
    >
      <TextInput
        label={t('admin.departments.form.name')}
        value={name}
        onChange={setName}
        hint={owner === null ? undefined : t('admin.directories.managed', { name: owner })}
        isDisabled={owner !== null}
        error={at === 'name' ? text : undefined}
        isRequired
        autoFocus
      />
      <SizeInput
        label={t('admin.departments.form.quota')}
        hint={t('admin.departments.form.quotaHint')}
        value={quota}
        onChange={setQuota}
        error={at === 'quota' ? text : undefined}
      />
      <Choice<(typeof sharings)[number]>
        label={t('admin.departments.sharing.label')}
        value={sharing}
        options={sharings.map((key) => ({ key, label: t(`admin.departments.sharing.${key}`) }))}
        onChoose={setSharing}
      />
      <p className="quiet">{t('admin.departments.sharing.text')}</p>
    </Window>
  )
})
