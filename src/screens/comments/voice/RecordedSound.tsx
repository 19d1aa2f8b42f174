import { useEffect, useState } from 'react'
import type { Recorder, Recording } from '@/platform/Platform'
import { VoiceButton } from './VoiceButton'

interface Props {
  recorder: Pick<Recorder, 'addressOf'>
  recording: Recording
}

/** A recording that waits to be sent; a press plays it. */
export function RecordedSound({ recorder, recording }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const sound = recorder.addressOf(recording)
    setAddress(sound.address)
    return sound.release
  }, [recorder, recording])
  return <VoiceButton address={address} seconds={Math.round(recording.milliseconds / 1000)} />
}
