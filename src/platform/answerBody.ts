/** The body of an HTTP reply: parsed JSON, or the text if it is no JSON. */
export function answerBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
