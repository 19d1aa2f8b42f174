import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import type { IconName } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { stepsOf } from './stepsOf'
import { ToolButton } from './ToolButton'

interface Tool {
  key: 'undo' | 'redo' | 'heading' | 'bold' | 'italic' | 'strike' | 'bullets' | 'numbers' | 'tasks' | 'quote'
  icon: IconName
  run(editor: Editor): void
  /** Whether there is nothing to do. */
  isIdle?(editor: Editor): boolean
  /** The name of the node or mark that it switches. */
  switches?: string
}

/** The levels that the heading's button goes through, before a plain paragraph. */
const LEVELS = [1, 2, 3] as const

const tools: readonly Tool[] = [
  {
    key: 'undo',
    icon: 'undo-2',
    run: (editor) => editor.chain().focus().undo().run(),
    isIdle: (editor) => !stepsOf(editor)?.canUndo(),
  },
  {
    key: 'redo',
    icon: 'redo-2',
    run: (editor) => editor.chain().focus().redo().run(),
    isIdle: (editor) => !stepsOf(editor)?.canRedo(),
  },
  { key: 'heading', icon: 'heading', run: nextHeading, switches: 'heading' },
  { key: 'bold', icon: 'bold', run: (editor) => editor.chain().focus().toggleBold().run(), switches: 'bold' },
  { key: 'italic', icon: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run(), switches: 'italic' },
  {
    key: 'strike',
    icon: 'strikethrough',
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    switches: 'strike',
  },
  {
    key: 'bullets',
    icon: 'list',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    switches: 'bulletList',
  },
  {
    key: 'numbers',
    icon: 'list-ordered',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    switches: 'orderedList',
  },
  {
    key: 'tasks',
    icon: 'list-todo',
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
    switches: 'taskList',
  },
  {
    key: 'quote',
    icon: 'text-quote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    switches: 'blockquote',
  },
]

interface Props {
  editor: Editor
  /** Absent for those who may not comment. */
  onComment?(): void
  onPictures(files: readonly File[]): void
}

const stepEvents = ['stack-item-added', 'stack-item-popped', 'stack-cleared'] as const

/** Everything that the tools show about the editor. */
function shownIn(editor: Editor): string {
  const names = [...tools.flatMap(({ switches }) => switches ?? []), 'table', 'image']
  const idle = tools.filter(({ isIdle }) => isIdle?.(editor)).map(({ key }) => `no ${key}`)
  return [...names.filter((name) => editor.isActive(name)), ...idle, editor.isFocused].join(' ')
}

/** The tools of a text, in one line above the keyboard. */
export function EditorTools({ editor, onComment, onPictures }: Props) {
  const t = useWords<'document'>()
  const [, setShown] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Drawing with each letter would make React look through the whole text.
    const draw = () => setShown(shownIn(editor))
    editor.on('transaction', draw).on('focus', draw).on('blur', draw)
    const steps = stepsOf(editor)
    for (const event of stepEvents) steps?.on(event, draw)
    return () => {
      editor.off('transaction', draw).off('focus', draw).off('blur', draw)
      for (const event of stepEvents) steps?.off(event, draw)
    }
  }, [editor])

  // Nothing else applies to a picture.
  const isPicture = editor.isActive('image')
  return (
    <div className="document-tools" role="toolbar" aria-label={t('document.tools.label')}>
      {(isPicture ? tools.filter(({ switches }) => switches === undefined) : tools).map(
        ({ key, icon, run, isIdle, switches }) => (
          <ToolButton
            key={key}
            icon={icon}
            label={t(`document.tools.${key}`)}
            pressed={switches === undefined ? undefined : editor.isActive(switches)}
            disabled={isIdle?.(editor)}
            onPress={() => run(editor)}
          />
        ),
      )}
      {isPicture ? (
        <ToolButton
          icon="trash-2"
          label={t('document.tools.deletePicture')}
          onPress={() => editor.chain().focus().deleteSelection().run()}
        />
      ) : editor.isActive('table') ? (
        <>
          <ToolButton
            icon="between-horizontal-end"
            label={t('document.tools.row')}
            onPress={() => editor.chain().focus().addRowAfter().run()}
          />
          <ToolButton
            icon="between-vertical-end"
            label={t('document.tools.column')}
            onPress={() => editor.chain().focus().addColumnAfter().run()}
          />
          <ToolButton
            icon="trash-2"
            label={t('document.tools.deleteTable')}
            onPress={() => editor.chain().focus().deleteTable().run()}
          />
        </>
      ) : (
        <ToolButton
          icon="table"
          label={t('document.tools.table')}
          onPress={() => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
        />
      )}
      <ToolButton icon="image" label={t('document.tools.picture')} onPress={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onPictures([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {onComment && <ToolButton icon="message-square" label={t('document.tools.comment')} onPress={onComment} />}
      {editor.isFocused && (
        <ToolButton icon="keyboard" label={t('document.tools.keyboard')} onPress={() => editor.commands.blur()} />
      )}
    </div>
  )
}

/** A paragraph becomes a heading, a heading one of the next level, the last one a paragraph. */
function nextHeading(editor: Editor) {
  const at = LEVELS.findIndex((level) => editor.isActive('heading', { level }))
  const next = LEVELS[at + 1]
  const chain = editor.chain().focus()
  if (next === undefined) chain.setParagraph().run()
  else chain.setHeading({ level: next }).run()
}
