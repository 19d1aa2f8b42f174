import { useCallback, useEffect, useRef, useState, type DragEvent } from 'react'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { knownParent, mayPutInto } from '@/domain/moving/destinations'
import type { UploadTarget } from '@/domain/uploads/uploads'
import { ManyItems } from '@/stores/items/ManyItems'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { moveInto } from '@/stores/moving/moveInto'
import type { MoveTarget } from '@/stores/moving/ItemMover'
import type { UploadPlace } from '@/stores/uploads/FolderUploads'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { Desk } from './useRowActs'

/** Where things can be dropped. */
interface Target {
  name: string
  /** For files of the computer; null where they are refused. */
  upload: UploadPlace | null
  /** For dragged rows; null where they are refused. */
  move: MoveTarget | 'trash' | null
}

/** The type of what rows carry; a page of another site cannot read the items. */
const CARRIED = 'application/x-satchel-items'

/**
 * Dragging (AH-43): files and folders of the computer onto the list, a folder or a place; rows onto a folder or a place. What is below the pointer
 * lights up. The server decides whether a place takes the things.
 */
export function useDrops({ list, selection }: Desk) {
  const app = useApp()
  const t = useWords()
  const dragged = useRef<readonly Item[]>([])
  const lit = useRef<Element | null>(null)
  const pill = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')

  const light = useCallback((element: Element | null) => {
    if (element !== lit.current) {
      lit.current?.removeAttribute('data-lit')
      element?.setAttribute('data-lit', '')
      lit.current = element
    }
    if (!element) setText('')
  }, [])

  useEffect(() => {
    const end = () => {
      dragged.current = []
      light(null)
    }
    document.addEventListener('drop', end)
    document.addEventListener('dragend', end)
    return () => {
      document.removeEventListener('drop', end)
      document.removeEventListener('dragend', end)
    }
  }, [light])

  /** The target below the pointer, and the element that lights up. */
  function below(event: DragEvent, isUpload: boolean): { target: Target; element: Element } | null {
    const from = event.target as Element
    const place = from.closest<HTMLElement>('[data-drop]')
    const target = place && targetOf(place.dataset.drop!)
    if (place && target && (isUpload ? target.upload : target.move)) return { target, element: place }
    const main = event.currentTarget.querySelector('.wide-main')
    return isUpload && main && list.uploadTarget ? { target: here(), element: main } : null
  }

  function here(): Target {
    const { uploadTarget, newFolderParent, header } = list
    return {
      name: wordMessage(header.title, t),
      upload: uploadTarget && { target: uploadTarget, parent: newFolderParent },
      move: null,
    }
  }

  /** @param key `trash`, a typed id of a row, or `ID/NAME` of a place */
  function targetOf(key: string): Target | null {
    if (key === 'trash') return { name: '', upload: null, move: list.at.space === 'trash' ? null : 'trash' }
    const row = list.rows.find(({ typed_id: typedId }) => typedId === key)
    if (row) return targetOfRow(row)
    const slash = key.indexOf('/')
    return slash < 0 ? null : targetAt(key.slice(0, slash), key.slice(slash + 1))
  }

  function targetOfRow(row: Row): Target | null {
    const item = itemOf(row)
    if (item?.type !== 'folder' || dragged.current.some(({ typed_id: typedId }) => typedId === item.typed_id))
      return null
    const types = dragged.current.map(({ type }) => type)
    if (!mayPutInto(item.permissions, types.length > 0 ? types : ['file'])) return null
    return targetAt(item.department ? `department_${item.department.id}` : item.typed_id, item.name)
  }

  function targetAt(typedId: string, name: string): Target | null {
    const [kind, id] = typedId.split('_')
    const number = Number(id)
    const isDepartment = kind === 'department'
    const folderId = isDepartment ? 0 : number
    const inDepartment = isDepartment ? { departmentId: number } : {}
    const isHome = !isDepartment && dragged.current.some((item) => knownParent(item) === number)
    return {
      name,
      upload: { target: typedId as UploadTarget, parent: { parentFolderId: folderId, ...inDepartment } },
      move: isHome ? null : { folderId, ...inDepartment, name },
    }
  }

  function onDragOver(event: DragEvent): void {
    const kind = kindOf(event)
    const found = kind && below(event, kind === 'files')
    light(found ? found.element : null)
    if (!found) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = kind === 'files' ? 'copy' : 'move'
    const n = kind === 'files' ? event.dataTransfer.items.length : dragged.current.length
    const { name, move } = found.target
    const word = kind === 'files' ? 'files' : move === 'trash' ? 'trash' : 'items'
    setText(t(`wide.drop.${word}`, { n: Math.max(1, n), name }))
    if (pill.current) pill.current.style.transform = `translate(${event.clientX + 16}px, ${event.clientY + 16}px)`
  }

  function onDragLeave({ relatedTarget, currentTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) light(null)
  }

  function onDrop(event: DragEvent): void {
    const kind = kindOf(event)
    const found = kind && below(event, kind === 'files')
    const items = dragged.current
    dragged.current = []
    light(null)
    if (!found) return
    event.preventDefault()
    event.stopPropagation()
    const { upload, move } = found.target
    if (kind === 'files') void (upload && app.lazy.folders?.drop(event.dataTransfer, upload))
    else if (move === 'trash') void new ManyItems(app).remove(items).then((isDone) => isDone && selection.clear())
    else if (move) void moveInto(app, items, move).then((isDone) => isDone && selection.clear())
  }

  return {
    handlers: { onDragEnter: onDragOver, onDragOver, onDragLeave, onDrop },
    /** Begins to drag a row: all selected rows, where the row is one of them. */
    drag(event: DragEvent, row: Row) {
      const item = itemOf(row)
      if (!item || list.at.space === 'trash') return event.preventDefault()
      dragged.current = selection.has(row.typed_id) ? selection.items : [item]
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData(CARRIED, String(dragged.current.length))
    },
    sign: (
      <div ref={pill} className={text ? 'wide-pill' : 'wide-pill wide-pill-off'} aria-hidden>
        <Icon name="folder-input" size={20} />
        {text}
        <span className="wide-pill-hint">{t('wide.drop.release')}</span>
      </div>
    ),
  }
}

/** `rows`: dragged rows of this window; `files`: things of the computer; null: anything else. */
function kindOf({ dataTransfer: { types } }: DragEvent): 'rows' | 'files' | null {
  if (types.includes(CARRIED)) return 'rows'
  return types.includes('Files') ? 'files' : null
}
