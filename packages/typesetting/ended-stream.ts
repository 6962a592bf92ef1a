/** A stream of a document from bytes that are deflated already. */
export function endedStream(
  doc: PDFKit.PDFDocument,
  entries: object,
  deflated: Uint8Array,
): PDFKit.PDFKitReference {
  // Naming the filter tells pdfkit that the bytes are compressed already.
  const stream = doc.ref({ ...entries, Filter: 'FlateDecode' })
  stream.end(deflated)
  return stream
}
