// Numbers of the page: see packing.py, which this undoes.

export async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// An array with time along its rows, as row-major doubles.
export function read(bytes, facts) {
  const { offset, rows, columns, size, low, step } = facts;
  const count = rows * columns, modulus = 256 ** size;
  const values = new Float64Array(count);
  for (let c = 0; c < columns; c++) {
    let whole = 0;
    for (let r = 0; r < rows; r++) {
      let apart = 0;
      for (let b = size - 1; b >= 0; b--) apart = apart * 256 + bytes[offset + b * count + c * rows + r];
      whole = (whole + apart) % modulus;
      values[r * columns + c] = low[c] + step[c] * whole;
    }
  }
  return values;
}
