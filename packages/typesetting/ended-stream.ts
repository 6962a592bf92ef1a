/** Writes a stream of a document from deflated bytes. */
export function endedStream(
  doc: PDFKit.PDFDocument,
  entries: object,
  deflated: Uint8Array,
): PDFKit.PDFKitReference {
  // The filter's name tells pdfkit that the bytes are compressed.
  const stream = doc.ref({ ...entries, Filter: 'FlateDecode' })
  stream.end(deflated)
  return stream
}
