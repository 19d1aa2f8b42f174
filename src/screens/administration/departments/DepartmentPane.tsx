import { observer } from 'mobx-react'
import { useState } from 'react'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { DepartmentActs } from '@/stores/administration/DepartmentActs'
import type { DepartmentNode } from '@/stores/administration/DirectoryStore'
import { MembersStore } from '@/stores/administration/MembersStore'
import { useApp } from '@/screens/app/AppContext'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Fact, size, SpaceBar } from '../controls/Marks'
import { Pane } from '../frame/Pane'
import { MemberList } from './MemberList'
import { EditDepartment } from './DepartmentForm'
import { DeleteDepartment, MergeDepartment, MoveDepartment } from './DepartmentWindows'

interface Props {
  acts: DepartmentActs
  department: DepartmentNode
  onAddBelow(): void
}

/** A department: name, space, managers and members; moved, merged, deleted. */
export const DepartmentPane = observer(function DepartmentPane({ acts, department, onAddBelow }: Props) {
  const { api } = useApp()
  const { address, directory, mayManage } = useConsole()
  const t = useWords<'admin'>()
  const [window, setWindow] = useState<'edit' | 'move' | 'merge' | 'delete' | null>(null)
  const [members] = useState(
    () => new MembersStore(api, { department_id: department.id }, () => void directory.loadDepartments()),
  )
  const { directory: owner } = department
  const mayReshape = mayManage && owner === null
  const { name, quota_bytes: quota, used_bytes: used, share_disabled_for: sharing } = department
  const close = () => setWindow(null)
  const props = { acts, department, onClose: close }
  return (
    <Pane
      label={t('admin.departments.pane', { name })}
      picture={
        <span className="pane-picture" aria-hidden>
          <Icon name="building-2" size={24} />
        </span>
      }
      title={name}
      text={department.path.slice(0, -1).join(' / ') || t('admin.departments.top')}
      onClose={() => address.choose(null)}
      foot={
        mayReshape ? (
          <>
            <Btn label={t('admin.departments.merge')} onPress={() => setWindow('merge')} />
            <Btn tone="danger" label={t('admin.departments.delete')} onPress={() => setWindow('delete')} />
          </>
        ) : undefined
      }
    >
      {mayManage ? (
        <div className="pane-acts">
          <Btn icon="pencil" label={t('admin.action.edit')} onPress={() => setWindow('edit')} />
          {mayReshape ? (
            <Btn icon="arrow-right-left" label={t('admin.departments.move')} onPress={() => setWindow('move')} />
          ) : null}
          <Btn icon="plus" label={t('admin.departments.addBelow')} onPress={onAddBelow} />
        </div>
      ) : null}
      <div className="space-card">
        <div className="space-line">
          <span>{t('admin.departments.space')}</span>
          <span>
            {quota === null
              ? t('admin.departments.spaceDefault', { used: size(used) })
              : t('admin.departments.spaceUsed', { used: size(used), total: size(quota) })}
          </span>
        </div>
        <SpaceBar used={used} quota={quota} />
      </div>
      <dl className="facts">
        {owner === null ? null : (
          <Fact name={t('admin.directories.title')}>{t('admin.directories.managed', { name: owner })}</Fact>
        )}
        <Fact name={t('admin.departments.sharing.label')}>
          {t(`admin.departments.sharing.${sharing ?? 'everybody'}`)}
        </Fact>
      </dl>
      <MemberList store={members} place={name} filter={{ department: String(department.id) }} hasManagers />
      {window === 'edit' ? <EditDepartment {...props} /> : null}
      {window === 'move' ? <MoveDepartment {...props} /> : null}
      {window === 'merge' ? <MergeDepartment {...props} /> : null}
      {window === 'delete' ? <DeleteDepartment {...props} /> : null}
    </Pane>
  )
})
