/** The board as it is seen, as a picture that stands alone. */

const PIXELS_OF_A_SQUARE = 48;

let board: SVGSVGElement | null = null;

/** The board that pictures are taken of; null when it goes. */
export function takePicturesOf(svg: SVGSVGElement | null): void {
  board = svg;
}

export function svgPicture(): string {
  if (!board) throw new Error('there is no board to take a picture of');
  const copy = board.cloneNode(true) as SVGSVGElement;
  for (const element of copy.querySelectorAll('[data-screen-only]')) element.remove();
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of ['class', 'style', 'role', 'tabindex', 'aria-activedescendant']) {
      element.removeAttribute(name);
    }
  }
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute('width', String(Math.round(width * PIXELS_OF_A_SQUARE)));
  copy.setAttribute('height', String(Math.round(height * PIXELS_OF_A_SQUARE)));
  return new XMLSerializer().serializeToString(copy).replaceAll(/<!--.*?-->/g, '');
}

export async function pngPicture(): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgPicture()], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
