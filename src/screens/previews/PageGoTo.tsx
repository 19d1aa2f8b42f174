import { Input, ScrollView, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/IconButton'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { PageHeading } from './ViewerProps'

/** Fewer pages are reached by scrolling. */
const LEAST = 4
/** digits of a number of a page */
const DIGITS = 6

interface Props {
  /** 0 before the pages are known */
  total: number
  /** @param page from 1 */
  onGo(page: number): void
  /** Fetches the headings; absent where they are unknown. */
  onOutline?(): Promise<readonly PageHeading[]>
}

/** px per level of headings */
const INDENT = 14

/** On the pages of a document: goes to a page by its number or by its heading (AH-38). */
export function PageGoTo({ total, onGo, onOutline }: Props) {
  const t = useWords<'preview'>()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [outline, setOutline] = useState<readonly PageHeading[]>([])
  useEffect(() => {
    let isLeft = false
    if (isOpen)
      void onOutline?.().then((found) => {
        if (!isLeft) setOutline(found)
      })
    return () => {
      isLeft = true
    }
  }, [isOpen, onOutline])
  if (total < LEAST) return null
  if (!isOpen)
    return (
      <View className="pages-act pages-act-go" onClick={() => setOpen(true)}>
        {t('preview.goTo.open')}
      </View>
    )
  return (
    <View className="pages-go" role="group" aria-label={t('preview.goTo.open')} {...{ onKeyDown: keyed }}>
      {outline.length > 0 && (
        <ScrollView className="pages-go-outline" scrollY>
          {outline.map(({ level, text, page }, at) => (
            <View
              key={at}
              className="reading-outline-row"
              style={{ paddingLeft: `${16 + (level - 1) * INDENT}px` }}
              onClick={() => leave(page)}
            >
              <View className="pages-go-heading">{text}</View>
              <View className="pages-go-page">{page}</View>
            </View>
          ))}
        </ScrollView>
      )}
      <View className="pages-go-line">
        <Input
          className="pages-go-field"
          type="number"
          value={typed}
          placeholder={t('preview.goTo.page')}
          placeholderClass="search-placeholder"
          maxlength={DIGITS}
          focus
          confirmType="go"
          nativeProps={{ 'aria-label': t('preview.goTo.page'), autoComplete: 'off' }}
          onInput={(event) => {
            setTyped(event.detail.value)
            setWrong(false)
          }}
          onConfirm={go}
        />
        {isWrong && (
          <View className="pages-go-range" role="alert">
            {t('preview.goTo.range', { total })}
          </View>
        )}
        <TextButton label={t('preview.goTo.go')} onPress={go} />
        <IconButton icon="x" label={t('action.close')} onPress={close} />
      </View>
    </View>
  )

  function go() {
    const page = /^\d+$/.test(typed.trim()) ? Number(typed) : 0
    if (page < 1 || page > total) setWrong(true)
    else leave(page)
  }

  function leave(page: number) {
    close()
    onGo(page)
  }

  function close() {
    setOpen(false)
    setTyped('')
    setWrong(false)
  }

  /** Escape closes the field before it closes the preview. */
  function keyed(event: { key?: string; preventDefault(): void; stopPropagation(): void }) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
}
