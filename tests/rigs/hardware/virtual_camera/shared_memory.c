/* Preloaded where the kernel has no /dev/udmabuf: libcamera then takes its pictures' memory as it is.
 *
 * libcamera makes a memfd and asks /dev/udmabuf to wrap it as a DMA buffer. Its virtual camera has no
 * device that would need one: the memfd itself can be mapped and filled just as well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>

typedef int (*open_function)(const char *, int, ...);
typedef int (*ioctl_function)(int, unsigned long, ...);

static int opened(const char *name, const char *path, int flags, mode_t mode)
{
	open_function usual = (open_function)dlsym(RTLD_NEXT, name);
	return usual(strcmp(path, "/dev/udmabuf") == 0 ? "/dev/zero" : path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return opened("open64", path, flags, mode);
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list rest;
	va_start(rest, request);
	void *told = va_arg(rest, void *);
	va_end(rest);
	if (request == UDMABUF_CREATE)
		return fcntl(((struct udmabuf_create *)told)->memfd, F_DUPFD_CLOEXEC, 0);
	ioctl_function usual = (ioctl_function)dlsym(RTLD_NEXT, "ioctl");
	int result = usual(fd, request, told);
	/* Plain memory needs no word before and after it is used by the processor, and has no name. */
	if (result < 0 && errno == ENOTTY && _IOC_TYPE(request) == DMA_BUF_BASE)
		return 0;
	return result;
}
