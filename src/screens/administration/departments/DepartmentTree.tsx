import { observer } from 'mobx-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { DepartmentActs } from '@/stores/administration/DepartmentActs'
import type { DepartmentNode } from '@/stores/administration/DirectoryStore'
import { useConsole } from '../ConsoleContext'
import { size, SpaceBar } from '../controls/Marks'

interface Props {
  acts: DepartmentActs
  /** Departments that a search found, in one list; null shows the tree. */
  found: readonly DepartmentNode[] | null
}

const KIND = 'application/x-satchel-department'

/** The departments as a tree. A department moves by dragging, or by its handle and the keyboard. */
export const DepartmentTree = observer(function DepartmentTree({ acts, found }: Props) {
  const { feedback } = useApp()
  const { address, directory, mayManage } = useConsole()
  const t = useWords<'admin'>()
  const { nodes, tree } = directory
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(
    () => new Set(nodes.filter(({ depth }) => depth < 2).map(({ id }) => id)),
  )

  async function move(id: number, parent: number | null, before: number | null) {
    const node = directory.node(id)
    if (!node) return
    const moved = await acts.run('POST /admin/departments/move', {
      department_id: id,
      parent_id: parent,
      before_id: before,
    })
    if (moved) feedback.toast({ text: t('admin.departments.moved', { name: node.name }) })
  }

  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !mayManage || found !== null,
    getItems: (keys) =>
      [...keys].map((key) => ({ [KIND]: String(key), 'text/plain': directory.node(Number(key))?.name ?? '' })),
    acceptedDragTypes: [KIND],
    getDropOperation: () => 'move',
    onMove({ keys, target }) {
      const [id] = [...keys].map(Number)
      const at = directory.node(Number(target.key))
      if (id === undefined || !at || id === at.id) return
      if (target.dropPosition === 'on') void move(id, at.id, null)
      else if (target.dropPosition === 'before') void move(id, at.parent_id, at.id)
      else void move(id, at.parent_id, neighbourAfter(nodes, at, id))
    },
  })

  const shown = found?.map((node) => ({ ...node, depth: 0, children: [] })) ?? tree
  const departmentOf = (node: DepartmentNode): React.JSX.Element => (
    <DepartmentItem
      key={node.id}
      node={node}
      isDraggable={mayManage && found === null}
      path={found ? node.path.slice(0, -1).join(' / ') : ''}
      below={departmentOf}
    />
  )
  return (
    <div className="tree-frame">
      <Tree
        className="tree"
        aria-label={t('admin.departments.tree')}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={address.id === null ? [] : [address.id]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys]
          if (key !== undefined) address.choose(Number(key))
        }}
        onAction={(key) => address.choose(Number(key))}
        expandedKeys={found ? [] : [...expanded]}
        onExpandedChange={(keys) => setExpanded(new Set([...keys].map(Number)))}
        dragAndDropHooks={dragAndDropHooks}
      >
        {shown.map(departmentOf)}
      </Tree>
    </div>
  )
})

/** The sibling behind a department, other than the moved one; null: none. */
function neighbourAfter(nodes: readonly DepartmentNode[], at: DepartmentNode, moved: number): number | null {
  const siblings = nodes.filter(({ parent_id, id }) => parent_id === at.parent_id && id !== moved)
  return siblings[siblings.findIndex(({ id }) => id === at.id) + 1]?.id ?? null
}

interface ItemProps {
  node: DepartmentNode
  isDraggable: boolean
  path: string
  below(node: DepartmentNode): React.JSX.Element
}

function DepartmentItem({ node, isDraggable, path, below }: ItemProps) {
  const t = useWords<'admin'>()
  const managers = node.managers.map(({ name }) => name).join(', ')
  return (
    <TreeItem id={node.id} textValue={node.name} className="tree-item">
      <TreeItemContent>
        {({ hasChildItems }) => (
          <div className="tree-row" style={{ paddingLeft: `${8 + node.depth * 24}px` }}>
            {isDraggable ? (
              <Button slot="drag" className="tree-drag" aria-label={t('admin.departments.drag', { name: node.name })}>
                <Icon name="grip-vertical" size={16} />
              </Button>
            ) : null}
            {hasChildItems ? (
              <Button slot="chevron" className="tree-chevron">
                <Icon name="chevron-right" size={18} />
              </Button>
            ) : (
              <span className="tree-chevron" />
            )}
            <span className="tree-folder" aria-hidden>
              <Icon name="building-2" size={18} />
            </span>
            <span className="tree-name">
              {node.name}
              {path ? <small>{path}</small> : null}
            </span>
            <span className="tree-count">{t('admin.departments.members', { n: node.all_member_count })}</span>
            <span className={managers ? 'tree-manager' : 'tree-manager text-amber'}>
              {managers || t('admin.departments.noManager')}
            </span>
            <span className="tree-space">
              <SpaceBar used={node.used_bytes} quota={node.quota_bytes} />
              <span>
                {node.quota_bytes === null
                  ? size(node.used_bytes)
                  : `${size(node.used_bytes)} / ${size(node.quota_bytes)}`}
              </span>
            </span>
          </div>
        )}
      </TreeItemContent>
      {node.children.map(below)}
    </TreeItem>
  )
}
