/** The body of an HTTP answer: parsed JSON, or the text when it is none. */
export function answerBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
