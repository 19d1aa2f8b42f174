import type { TextPart } from '@/domain/comments/addresses'

/** The address of a web page in a comment: a link, which opens a window that knows nothing of this one. */
export function WebAddress({ text, address }: Required<TextPart>) {
  return (
    <a className="comment-link" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  )
}
