import { Empty } from './Empty'
import { useWords } from './context'

interface Props {
  /** Why. */
  text?: string
  onRetry(): void
}

/** A place whose content did not come, which may be asked for again. */
export function LoadFailed({ text, onRetry }: Props) {
  const t = useWords()
  return (
    <Empty icon="cloud-off" title={t('empty.failed.title')} text={text} action={t('action.retry')} onAction={onRetry} />
  )
}
