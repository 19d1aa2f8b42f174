import { Empty } from '@/components/frame/Empty'
import { useWords } from '@/components/ui/context'
import type { Message } from '@/api/Message'
import { wordMessage } from './wording'

interface Props {
  error?: Message | null
  onRetry(): void
}

/** A place that failed to load, with a retry. */
export function LoadFailed({ error, onRetry }: Props) {
  const t = useWords()
  return (
    <Empty
      icon="cloud-off"
      title={t('empty.failed.title')}
      text={error ? wordMessage(error, t) : t('empty.failed.text')}
      action={t('action.retry')}
      onAction={onRetry}
    />
  )
}
