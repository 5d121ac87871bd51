/** The arrow that shows oneself on a map. */

/** Draws it at a point, turned by radians clockwise on the screen; its tip points to where the angle is 0: right. */
export function drawArrow(
  context: CanvasRenderingContext2D, x: number, y: number, turn: number, size: number, colours: { fill: string; edge: string },
): void {
  context.save();
  context.translate(x, y);
  context.rotate(turn);
  context.scale(size, size);
  context.fillStyle = colours.fill;
  context.strokeStyle = colours.edge;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(9, 0);
  context.lineTo(-6, 5.5);
  context.lineTo(-3, 0);
  context.lineTo(-6, -5.5);
  context.closePath();
  context.fill();
  context.stroke();
  context.restore();
}
